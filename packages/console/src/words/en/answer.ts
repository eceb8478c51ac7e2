export const answer = {
  cannot: 'I can’t',
  afterAll: 'I’m on it after all',
  mine: 'You are on it.',
  mineExplain: 'The others can see it. Nobody else is being notified.',
  console: 'Open Fallwatch',
  consoleExplain: 'There you can see what was measured, and record how it ended.',
  taken: '{{name}} is on it.',
  somebody: 'Somebody else',
  over: 'This alert is over.',
  nothingToDo: 'There is nothing for you to do.',
  declined: 'Thank you. Others are being notified.',
  notSent: 'Your answer was not sent',
  notSentExplain: 'Nobody knows about it yet. Tap again, or phone somebody.',
  notLoaded: 'The alert could not be loaded',
  unknown: 'This link does not work any more',
  unknownExplain:
    'It is older than a day, or you no longer get alerts about this person. Sign in to see your open alerts.',
};
