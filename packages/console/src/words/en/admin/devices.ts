export const devices = {
  device: 'Device',
  lastSeen: 'Last signal',
  battery: 'Battery',
  silent: 'Not sending',
  disable: 'Disable',
  enable: 'Enable',
  disableTitle: 'Disable {{device}}?',
  disableExplain:
    'Its readings are refused from now on. It no longer detects falls of {{name}}, and there is no alert that it is not sending.',
  enableTitle: 'Enable {{device}}?',
  enableExplain: 'Its readings are accepted again, and falls of {{name}} are detected.',
  none: 'No devices yet',
  noneExplain: 'A device appears when it first sends data.',
  search: 'Name, wearer or MAC address',
};
