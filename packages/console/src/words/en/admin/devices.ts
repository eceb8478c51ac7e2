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
  noneExplain: 'Connect a device on the page of the person who wears it.',
  search: 'Name, wearer or MAC address',
};
