import type { Context } from '../../platform/context.js';

/** Person → the channels over which an alert reaches them while no page is open. People without any are absent. */
export async function listReachable(ctx: Context, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const finders = new Set(ctx.state.channels.map(({ listReachable }) => listReachable));
  const found = (await Promise.all([...finders].map((find) => find(ctx, userIds)))).flat();
  const byPerson = new Map<string, string[]>();
  for (const { userId, channel } of found) byPerson.set(userId, [...(byPerson.get(userId) ?? []), channel]);
  return byPerson;
}
