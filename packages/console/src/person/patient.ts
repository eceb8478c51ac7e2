import type { DataOf } from '@fallwatch/client';

export type Patient = DataOf<'get', '/api/patients/{id}'>;
