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
