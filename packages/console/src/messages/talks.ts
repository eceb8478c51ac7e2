import type { Message } from '@fallwatch/client';

export interface Talk {
  readonly partnerId: string;
  readonly last: Message;
  readonly unread: number;
}

export const findPartnerId = ({ senderId, recipientId }: Message, meId: string): string =>
  senderId === meId ? recipientId : senderId;

export const isUnread = ({ recipientId, read }: Message, meId: string): boolean => recipientId === meId && !read;

/** Grouped by partner, newest first. The lists may overlap: a message counts once. */
export function groupByPartner(messages: readonly Message[], meId: string): Talk[] {
  const once = [...new Map(messages.map((message) => [message.id, message])).values()];
  const newestFirst = once.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const talks = new Map<string, Talk>();
  for (const message of newestFirst) {
    const partnerId = findPartnerId(message, meId);
    const { last, unread } = talks.get(partnerId) ?? { last: message, unread: 0 };
    talks.set(partnerId, { partnerId, last, unread: unread + Number(isUnread(message, meId)) });
  }
  return [...talks.values()];
}
