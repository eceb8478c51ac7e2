export const alertState = {
  WAITING: 'The device is asking the wearer',
  ESCALATING: 'Unanswered',
  HANDLED: '{{name}} is on it',
  CLOSED: 'Closed',
  RESOLVED: 'Closed: resolved',
  CANCELLED: 'Closed: the wearer is OK',
  RECOVERED: 'Closed: the device works again',
  seen: 'Seen by an admin',
  unknown: 'Open',
};

export const alerts = {
  what: 'What',
  contact: 'Emergency contact',
  contactOf: 'the emergency contact of {{name}}',
  show: 'Show',
  open: 'Open',
  all: 'All',
  openCount_one: '{{count}} open',
  openCount_other: '{{count}} open',
  none: 'No open alerts',
  noneExplain:
    'Alerts appear here when caregivers do not respond, when a person has no caregiver, or when a device stays offline.',
  never: 'There have been no alerts yet',
  take: 'I’m on it',
  seen: 'Mark as seen',
  fall: 'View fall',
};
