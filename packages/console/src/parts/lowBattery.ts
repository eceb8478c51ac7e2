/** Percent. At or below this level people are asked to charge the device; caregivers get LOW_BATTERY at the same level. */
export const lowBattery = 20;
