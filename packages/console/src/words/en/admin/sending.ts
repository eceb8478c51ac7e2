export const outbox = {
  explain:
    'In development only: messages of media that are not set up are stored here instead of being sent. Newest first.',
  message: 'Message',
  recipient: 'Recipient',
  open: 'Open the answer page',
  none: 'Nothing has been sent yet',
};

export const failing = {
  title_one: '{{count}} contact point does not work',
  title_other: '{{count}} contact points do not work',
  label: 'Contact points that do not work',
  explain: 'Alerts do not reach these people this way. Ask them for another address, or change it with them.',
  reason: 'Reason',
};

export const notReachable = {
  title_one: '{{count}} caregiver has no working way to be reached',
  title_other: '{{count}} caregivers have no working way to be reached',
  label: 'Caregivers who cannot be reached',
  explain:
    'Alerts reach them only while the console is open on their device. Add a way to reach them before the night.',
  lastCheck: 'Last shift test',
  phone: 'Phone',
};

export const feeds = {
  title_one: '{{count}} calendar cannot be read',
  title_other: '{{count}} calendars cannot be read',
  label: 'Calendars that cannot be read',
  explain: 'The duties that were read last stay. Changes since then are missing.',
  schedule: 'Schedule',
  calendar: 'Calendar',
};
