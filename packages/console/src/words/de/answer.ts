import type { answer as source } from '../en/answer.js';
import type { Like } from '../like.js';

export const answer: Like<typeof source> = {
  cannot: 'Ich kann nicht',
  afterAll: 'Ich übernehme doch',
  mine: 'Sie haben übernommen.',
  mineExplain: 'Die anderen sehen das. Es wird niemand mehr benachrichtigt.',
  console: 'Fallwatch öffnen',
  consoleExplain: 'Dort sehen Sie die Sensordaten und tragen ein, wie es ausgegangen ist.',
  taken: '{{name}} hat übernommen.',
  somebody: 'Jemand anderes',
  over: 'Dieser Alarm ist vorbei.',
  nothingToDo: 'Sie müssen nichts mehr tun.',
  declined: 'Danke. Andere werden benachrichtigt.',
  notSent: 'Ihre Antwort wurde nicht gesendet',
  notSentExplain: 'Noch weiß niemand davon. Tippen Sie erneut, oder rufen Sie jemanden an.',
  notLoaded: 'Der Alarm konnte nicht geladen werden',
  unknown: 'Dieser Link funktioniert nicht mehr',
  unknownExplain:
    'Er ist älter als ein Tag, oder Sie erhalten keine Alarme mehr zu dieser Person. Melden Sie sich an, um Ihre offenen Alarme zu sehen.',
};
