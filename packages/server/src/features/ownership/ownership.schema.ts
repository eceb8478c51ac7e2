import Type from 'typebox';
import { Id, Named, Text } from '../../platform/http/shapes.js';

export const DeviceName = Text({ max: 100, description: 'What people call the device.' });

export const DeviceChanges = Named('DeviceChanges', { name: DeviceName }, { examples: [{ name: 'Watch of Rose' }] });

export const TransferRequest = Named(
  'TransferRequest',
  { patientId: Type.String({ ...Id, description: 'The patient who will own the device.' }) },
  { examples: [{ patientId: '0197c1a0-5f3e-7b2c-9d4e-8f60718293a4' }] },
);
