/** The button in Home Assistant: the wearer's own call for help. */
import { recordAudit } from '../../access/audit.js';
import { type Context, createContext } from '../../platform/context.js';
import { reportFall } from '../falls/recording.service.js';
import * as store from './publisher.store.js';

/**
 * A second press within this time calls nobody again: everybody has just been notified. It also covers a message that
 * the broker delivers again after the publisher has changed.
 */
const repeatedWithinMs = 30_000;
/** An automation that has gone wrong must not call without end. */
const callsPerHour = 20;
/** As the red button in the console: the person says so, there is nothing to estimate. */
const sure = 1;

/** Does nothing unless the topic belongs to a person who has agreed. */
export async function callForHelp(ctx: Context, nodeId: string): Promise<void> {
  const patientId = await store.findFollowed(ctx.db, nodeId);
  if (patientId === undefined) return;
  const { recent, inHour } = await store.countCalls(ctx.db, patientId, repeatedWithinMs);
  if (recent > 0 || inHour >= callsPerHour) {
    ctx.log.warn({ patientId, inHour }, 'call for help through Home Assistant repeated, nobody is notified again');
    return;
  }
  const wearer = createContext(ctx, { id: patientId, role: 'PATIENT', sessionId: null });
  await recordAudit(wearer, 'homeAssistant.help', patientId);
  await reportFall(wearer, { confidence: sure, source: 'HOME_ASSISTANT' });
}
