export const person = {
  explanation: {
    impact: 'impact of {{value}} g',
    rotation: 'turning at {{value}}°/s',
    free_fall: 'falling for {{value}} s',
    posture_change: 'posture changed by {{value}}°',
    still_for: 'still for {{value}} s',
    silent_for: 'then no reading for {{value}} s',
    nothing: 'No sign of a fall in the movement',
  },
  quality: {
    instant: 'The device sends one value each second. The impact itself may not be among them.',
    peak: 'The device sends only the strongest value of each second.',
    NO_GYROSCOPE: 'The device does not measure how fast it turns.',
    LOOKS_LIKE_G: 'The device seems to measure in another unit. Have it checked.',
    SHORT_HISTORY: 'The device had only just started. What came before is not known.',
    CLIPPED: 'The impact was stronger than the device can measure.',
  },
};
