/**
 * The fields of a reading, the only list of them. Derived from it: the schema of the sensor stream, the columns of
 * `readings`, `devices` and `vitals` with their types, the layout of journal records, the device cache, the device
 * status and the API document. How to add one: CONTRIBUTING.md.
 */
import Type, { type Static, type TOptional, type TSchema } from 'typebox';
import { OneOf, Text } from '../http/shapes.js';

/** PostgreSQL types with a fixed binary length, and that length in bytes: the types a stored field may have. */
export const sqlTypeBytes = { bigint: 8, integer: 4, real: 4, smallint: 2, timestamptz: 8 } as const;

interface ReadingField {
  /** As devices send it. The key in the table below is both the name in JSON and the name of each column. */
  readonly schema: TSchema;
  readonly isRequired?: true;
  readonly sqlType: keyof typeof sqlTypeBytes | 'boolean' | 'text';
  /**
   * Makes it a column of `readings`: the number of the column in journal records. Old records stay in the journal and
   * must stay readable: never change or reuse a number.
   */
  readonly journalId?: number;
  /** Makes it a column of `devices`: the latest value sent. */
  readonly isKept?: true;
  /** A change is in `devices` within two seconds; other values, which change all the time, within ten. */
  readonly writesAtOnce?: true;
  /** Sensors send 0 when they have no value: stored as missing. */
  readonly zeroIsMissing?: true;
  /** Rolled up by the minute in `vitals`, under this name in the API, in this unit. */
  readonly vital?: { readonly name: string; readonly unit: string };
  /** Shown in the device status, with this description in the API document. */
  readonly inStatus?: { readonly description?: string };
}

const percent = { minimum: 0, maximum: 100 };
/** Larger than any human motion, and within the range of the columns. */
export const accelSchema = Type.Number({ minimum: -10_000, maximum: 10_000, description: 'm/s²' });
export const gyroSchema = Type.Number({ minimum: -100_000, maximum: 100_000, description: '°/s' });
const accel = { schema: accelSchema, isRequired: true, sqlType: 'real' } as const;
const gyro = { schema: gyroSchema, isRequired: true, sqlType: 'real' } as const;
const flag = { schema: Type.Boolean(), sqlType: 'boolean', isKept: true, writesAtOnce: true, inStatus: {} } as const;

export const readingFields = {
  accel_x: { ...accel, journalId: 4 },
  accel_y: { ...accel, journalId: 5 },
  accel_z: { ...accel, journalId: 6 },
  gyro_x: { ...gyro, journalId: 7 },
  gyro_y: { ...gyro, journalId: 8 },
  gyro_z: { ...gyro, journalId: 9 },
  uptime_ms: {
    schema: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    isRequired: true,
    sqlType: 'bigint',
    journalId: 2,
  },
  boot_id: {
    schema: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description:
        'Chosen at random at each start of the device. With uptime_ms it identifies a reading, which is stored once ' +
        'however often it is sent.',
    }),
    sqlType: 'bigint',
    journalId: 16,
  },
  pressure: {
    schema: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'hPa' }),
    sqlType: 'real',
    journalId: 10,
  },
  fsr: {
    schema: Type.Number({ minimum: 0, maximum: 1, description: 'Foot pressure.' }),
    sqlType: 'real',
    journalId: 11,
  },
  heart_rate: {
    schema: Type.Integer({ minimum: 0, maximum: 300, description: 'bpm; 0 is no reading.' }),
    sqlType: 'smallint',
    journalId: 14,
    isKept: true,
    zeroIsMissing: true,
    vital: { name: 'heartRate', unit: 'Beats per minute' },
  },
  spo2: {
    schema: Type.Integer({ ...percent, description: 'Percent; 0 is no reading.' }),
    sqlType: 'smallint',
    journalId: 15,
    isKept: true,
    zeroIsMissing: true,
    vital: { name: 'oxygenSaturation', unit: 'Percent' },
  },
  battery_level: {
    schema: Type.Number({ ...percent, description: 'Percent.' }),
    sqlType: 'real',
    journalId: 12,
    isKept: true,
    inStatus: {},
  },
  wifi_connected: flag,
  bluetooth_connected: flag,
  sensors_initialized: flag,
  firmware_version: { schema: Text({ max: 50 }), sqlType: 'text', isKept: true, writesAtOnce: true },
  signal_strength: {
    schema: Type.Integer({ minimum: -200, maximum: 0, description: 'dBm' }),
    sqlType: 'smallint',
    isKept: true,
    inStatus: { description: 'dBm, negative; null until the device has sent it.' },
  },
  interval_ms: {
    schema: Type.Integer({
      minimum: 1_000,
      maximum: 3_600_000,
      description: 'How often the device sends. The device counts as silent after three intervals at the earliest.',
    }),
    sqlType: 'integer',
    isKept: true,
    writesAtOnce: true,
    inStatus: { description: 'How often the device sends, in milliseconds; null until the device has sent it.' },
  },
  body_site: {
    schema: OneOf(['waist', 'wrist']),
    sqlType: 'text',
    isKept: true,
    writesAtOnce: true,
    inStatus: { description: 'Where it is worn: waist or wrist; null until the device has sent it.' },
  },
  can_confirm: {
    schema: Type.Boolean({ description: 'The device can ask its wearer “Are you OK?” when the answer says so.' }),
    sqlType: 'boolean',
    isKept: true,
    writesAtOnce: true,
    inStatus: { description: 'Whether the device can ask its wearer; null until the device has sent it.' },
  },
} as const satisfies Record<string, ReadingField>;

type Fields = typeof readingFields;
type FieldName = keyof Fields;
/** The names of the fields that have this property. */
type NamesWith<Property extends keyof ReadingField> = {
  [Name in FieldName]: Property extends keyof Fields[Name] ? Name : never;
}[FieldName];
export type StoredName = NamesWith<'journalId'>;
export type KeptName = NamesWith<'isKept'>;
export type VitalName = NamesWith<'vital'>;
export type VitalApiName = Fields[VitalName]['vital']['name'];
type StatusName = NamesWith<'inStatus'>;
type RequiredName = NamesWith<'isRequired'>;

/** The name of a column in code: `heart_rate` → `heartRate`, as Kysely's plugin makes it. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Value<Name extends FieldName> = Static<Fields[Name]['schema']>;

/** The values of a reading, by their names in JSON. */
export type ReadingValues = { [Name in RequiredName]: Value<Name> } & {
  [Name in Exclude<FieldName, RequiredName>]?: Value<Name>;
};
export type StoredColumns = {
  [Name in StoredName as Camel<Name>]: Name extends RequiredName ? Value<Name> : Value<Name> | null;
};
export type KeptColumns = { [Name in KeptName as Camel<Name>]: Value<Name> | null };
export type StatusColumns = { [Name in StatusName as Camel<Name>]: Value<Name> | null };

/** A field with derived properties computed once, because they are used for each reading. */
export interface NamedField<Name extends FieldName = FieldName> extends Omit<ReadingField, 'zeroIsMissing'> {
  readonly name: Name;
  readonly key: Camel<Name>;
  readonly zeroIsMissing: boolean;
}

const allFields = Object.entries(readingFields).map(([name, field]) => {
  const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return { ...field, name, key: camel, zeroIsMissing: 'zeroIsMissing' in field };
}) as unknown as NamedField[];

function fieldsWith<Name extends FieldName>(property: keyof ReadingField): readonly NamedField<Name>[] {
  return allFields.filter((field) => property in field) as unknown as NamedField<Name>[];
}

export const storedFields = fieldsWith<StoredName>('journalId') as readonly (NamedField<StoredName> & {
  readonly journalId: number;
  readonly sqlType: keyof typeof sqlTypeBytes;
})[];
export const keptFields = fieldsWith<KeptName>('isKept');
export const vitalFields = fieldsWith<VitalName>('vital') as readonly (NamedField<VitalName> & {
  readonly vital: { readonly name: string; readonly unit: string };
})[];
export const statusFields = fieldsWith<StatusName>('inStatus');

/**
 * The sent value as source text for `generateFunction`; it reads the variable `sent`. Undefined if the field was not
 * sent, or was sent as missing.
 */
export function sentValueSource({ name, zeroIsMissing }: NamedField): string {
  return zeroIsMissing ? `sent.${name} === 0 ? undefined : sent.${name}` : `sent.${name}`;
}

type Properties = {
  [Name in FieldName]: Name extends RequiredName ? Fields[Name]['schema'] : TOptional<Fields[Name]['schema']>;
};
/** For the schema of the sensor stream. */
export const readingProperties = Object.fromEntries(
  allFields.map(({ name, schema, isRequired }) => [name, isRequired ? schema : Type.Optional(schema)]),
) as Properties;
