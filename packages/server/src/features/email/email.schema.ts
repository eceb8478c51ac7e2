import Type from 'typebox';
import { Named, Text } from '../../platform/http/shapes.js';

export const BounceQuery = Type.Object({ to: Text({ max: 400, description: 'The recipient of the bounce.' }) });

export const Bounce = Type.String({
  description: 'A delivery status notification (RFC 3464), as it arrived.',
  examples: ['Final-Recipient: rfc822; anna@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
});

export const BounceTaken = Named('BounceTaken', {
  isTaken: Type.Boolean({ description: 'Whether it was about mail of this service that will not arrive.' }),
});
