import Type, { type Static } from 'typebox';
import { Id, Named, Text } from '../../platform/http/shapes.js';
import { NewContactPoint } from '../contacts/contacts.schema.js';

export const PushKey = Named('PushKey', {
  publicKey: Type.String({ description: '`applicationServerKey` of `PushManager.subscribe`, in base64url.' }),
});

export const ReplacedSubscription = Named(
  'ReplacedSubscription',
  {
    contactPointId: Id,
    auth: Text({ max: 100, description: 'The secret of the old subscription: only its browser has it.' }),
    address: Text({ max: 2_000, description: 'The endpoint of the new subscription.' }),
    keys: NewContactPoint.properties.keys,
  },
  {
    examples: [
      {
        contactPointId: '01926f3c-1111-7000-8000-000000000001',
        auth: 'k8JV6sjdbhAi1n3_LDBLvA',
        address: 'https://push.example.org/wpush/v2/gAAAA',
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      },
    ],
  },
);
export type ReplacedSubscription = Static<typeof ReplacedSubscription>;
