import type { FallTimeline } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { deliveries } from '../words/en/deliveries.js';
import { languageNow } from '../words/words.js';

export type Delivery = FallTimeline['deliveries'][number];
type Channel = keyof typeof deliveries.channel;

/** An installation may have channels that this console has no word for. */
const toKnown = (channel: string): Channel => (channel in deliveries.channel ? (channel as Channel) : 'OTHER');

export const channelWords = (t: TFunction, channel: string): string => t(`deliveries.channel.${toKnown(channel)}`);

/** Where “delivered” and “handed over” do not fit the channel. */
const ownStatuses: Readonly<Record<string, keyof typeof deliveries.status>> = {
  'live sent': 'shown',
  'live unreachable': 'notOpen',
  'voice accepted': 'calling',
  'voice sent': 'answered',
};

/** `SMS to Noah Berg: delivered`. */
export function deliveryWords(t: TFunction, { channel, recipientName: name, status }: Delivery): string {
  const word = ownStatuses[`${channel} ${status}`] ?? status;
  return `${t(`deliveries.to.${toKnown(channel)}`, { name })}: ${t(`deliveries.status.${word}`)}`;
}

/** When its latest status began. */
export const changedAt = ({ settledAt, createdAt }: Delivery): string => settledAt ?? createdAt;

/** Why it did not arrive, unless the status says it already. */
export const findReason = ({ channel, status, reason }: Delivery): string | null =>
  status === 'failed' || (status === 'unreachable' && channel !== 'live') ? reason : null;

/** `Anna West and Noah Berg can’t come`. */
export function cannotWords(t: TFunction, people: readonly { readonly name: string }[]): string {
  const names = new Intl.ListFormat(languageNow()).format(people.map(({ name }) => name));
  return t('deliveries.cannot', { count: people.length, names });
}
