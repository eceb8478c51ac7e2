import type { Config } from './config.js';
import type { Medium, MediumDefinition } from './features/contacts/medium.js';
import { emailMedium } from './features/email/email.service.js';
import { sendToOutbox } from './features/outbox/outbox.service.js';
import { pushMedium } from './features/push/push.service.js';
import { gotifyMedium, ntfyMedium } from './features/relays/relays.service.js';
import { smsMedium } from './features/sms/sms.service.js';
import { voiceMedium } from './features/voice/voice.service.js';

/** Every way to send a message to a person, in the order of the screens. */
const definitions: readonly MediumDefinition[] = [
  pushMedium,
  emailMedium,
  smsMedium,
  voiceMedium,
  ntfyMedium,
  gotifyMedium,
];

/** Those that are set up. Outside production the outbox stands in for the others. */
export function createMedia(config: Config): Medium[] {
  return definitions.flatMap(({ connect, ...medium }) => {
    const send = connect(config) ?? (config.nodeEnv === 'production' ? null : sendToOutbox(medium.kind));
    return send ? [{ ...medium, send }] : [];
  });
}
