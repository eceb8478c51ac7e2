import Type from 'typebox';

export const ReportParams = Type.Object({ id: Type.String({ format: 'uuid' }), signature: Type.String() });
export const ReplyParams = Type.Object({ signature: Type.String() });

/** Kannel and gammu-smsd. */
export const ReportQuery = Type.Object({ state: Type.String({ maxLength: 10, description: 'Kannel’s %d.' }) });
export const ReplyQuery = Type.Object({
  from: Type.String({ maxLength: 40, description: 'The phone number.' }),
  text: Type.String({ maxLength: 2_000 }),
});

/** Twilio: all its fields, because its signature covers them. */
export const CallbackFields = Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
  examples: [{ From: '+491701234567', Body: '1 47' }],
});

/** Plain text, which the provider sends to the phone. */
export const ReplyText = {
  description: 'What the provider sends to the phone; empty: nothing.',
  content: { 'text/plain': { schema: Type.String({ examples: ['Fallwatch: you are on it. Thank you.'] }) } },
};
