/** Parsers of settings: text → value, or an error that says what was found. */
import { isIP } from 'node:net';

/** At most `points` requests within a window that opens with the first request. */
export interface RateLimit {
  readonly points: number;
  readonly windowMs: number;
}

/** One setting, with its parser and documentation. */
export interface Variable<T> {
  readonly name: string;
  readonly form: string;
  /** The default as the documentation shows it. */
  readonly shown: string;
  readonly about: string;
  readonly read: (raw: string) => T;
  readonly fallback: (isProduction: boolean) => T;
  readonly requiredInProduction?: boolean;
  /** It is or contains a password, so that it can also be given as a file: `NAME_FILE`. */
  readonly isSecret?: boolean;
}

export const variable = <T>(definition: Variable<T>): Variable<T> => definition;

/** Puts the value into the message: never use it for secrets. */
export function expect<T>(holds: boolean, value: T): T {
  if (!holds) throw new Error(`has "${value}"`);
  return value;
}

export function oneOf<const Word extends string>(...words: Word[]) {
  return (raw: string): Word => expect(words.includes(raw as Word), raw as Word);
}

export function portNumber(raw: string): number {
  expect(/^\d+$/.test(raw) && Number(raw) <= 65_535, raw);
  return Number(raw);
}

export function portNumberOrOff(raw: string): number | null {
  return raw === 'off' ? null : portNumber(raw);
}

export function urlWith(...protocols: string[]) {
  return (raw: string): string | null => {
    // The message omits the value: these URLs contain passwords.
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) throw new Error('is not such an address');
    return raw;
  };
}

/** A telephone system. The password is null if it needs none. */
export interface SipServer {
  readonly user: string;
  readonly password: string | null;
  /** With its port, if it has one. */
  readonly host: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
}

/** No quotes, semicolons or spaces, also not encoded: the parts are written into a configuration file. */
export function sipServer(raw: string): SipServer | null {
  const form = /^sip:([\w.+-]+)(?::([^\s"<>;@]+))?@([a-z0-9.-]+(?::\d{1,5})?)(?:;transport=(udp|tcp|tls))?$/i;
  const [, user, password = null, host, transport = 'udp'] = form.exec(raw) ?? [];
  // The message omits the value: it contains a password.
  if (!user || !host) throw new Error('is not such an address');
  return { user, password, host, transport: transport.toLowerCase() as SipServer['transport'] };
}

/** Servers of one cluster: credentials for one are valid for all. */
export function urlsWith(...protocols: string[]) {
  return (raw: string): string | null => {
    const urls = list(raw).map((entry) => new URL(urlWith(...protocols)(entry) as string));
    const [first] = urls;
    if (!first) throw new Error('is not such an address');
    if (urls.some(({ username, password }) => username !== first.username || password !== first.password))
      throw new Error('has different users or passwords, and one is used for all');
    return raw;
  };
}

export function secrets(raw: string): readonly string[] | null {
  const keys = list(raw);
  if (keys.length > 2) throw new Error('has more than two keys');
  if (keys.some((key) => Buffer.byteLength(key) < 32)) throw new Error('is too short');
  return keys;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function duration(raw: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(raw);
  const ms = match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : 0;
  expect(ms > 0, raw);
  return ms;
}

export function span(name: string, byDefault: string, about: string): Variable<number> {
  const form = '`90s`, `30m`, `24h`, `90d`';
  return variable({
    name,
    form,
    shown: `\`${byDefault}\``,
    about,
    read: duration,
    fallback: () => duration(byDefault),
  });
}

/** A duration that may be switched off. */
export function optionalSpan(name: string, byDefault: string, about: string): Variable<number> {
  return {
    ...span(name, byDefault, about),
    form: '`30s`, `30m`; `0` = off',
    read: (raw) => (raw === '0' ? 0 : duration(raw)),
  };
}

export interface StepForm {
  readonly afterMs: number;
  readonly to: readonly string[];
}

/** `0s:CAREGIVERS,180s:CAREGIVERS+ADMINS` */
export function steps(raw: string): readonly StepForm[] {
  const read = list(raw).map((entry) => {
    const [after = '', groups = ''] = entry.split(':');
    const to = groups.split('+');
    expect(
      to.every((group) => group === 'CAREGIVERS' || group === 'ADMINS'),
      entry,
    );
    return { afterMs: after === '0s' ? 0 : duration(after), to };
  });
  const isAscending = read.every(({ afterMs }, index) => index === 0 || afterMs > (read[index - 1]?.afterMs ?? 0));
  expect(isAscending && read.at(-1)?.to.includes('ADMINS') === true, raw);
  return read;
}

/** Minutes of the day; `from` is later than `to` if the time includes midnight. */
export interface Hours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** `08:00-21:00` */
export function hours(raw: string): Hours {
  const [, fromHour, fromMinutes, toHour, toMinutes] = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(raw) ?? [];
  const [fromMinute, toMinute] = [Number(fromHour) * 60 + Number(fromMinutes), Number(toHour) * 60 + Number(toMinutes)];
  expect(fromMinute < 24 * 60 && toMinute <= 24 * 60 && fromMinute !== toMinute, raw);
  return { fromMinute, toMinute };
}

type ShiftStarts = readonly [day: number, evening: number, night: number];

/** `06:00,14:00,22:00`, as minutes of the day. */
export function shiftStarts(raw: string): ShiftStarts {
  const starts = raw.split(',').map((part) => {
    const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(part) ?? [];
    return Number(hour) * 60 + Number(minute);
  });
  const [day = Number.NaN, evening = Number.NaN, night = Number.NaN] = starts;
  expect(starts.length === 3 && day < evening && evening < night, raw);
  return [day, evening, night];
}

export function count(name: string, byDefault: number, about: string): Variable<number> {
  const read = (raw: string): number => {
    expect(/^[1-9]\d{0,6}$/.test(raw), raw);
    return Number(raw);
  };
  return variable({
    name,
    form: 'whole number from 1',
    shown: `\`${byDefault}\``,
    about,
    read,
    fallback: () => byDefault,
  });
}

export function limit(scope: string, byDefault: string, about: string): Variable<RateLimit | null> {
  const read = (raw: string): RateLimit | null => {
    if (raw === 'off') return null;
    const [points = '', window = ''] = raw.split('/');
    expect(/^[1-9]\d{0,8}$/.test(points), raw);
    return { points: Number(points), windowMs: duration(window) };
  };
  return variable({
    name: `RATE_LIMIT_${scope}`,
    form: '`100/1m`: how many, in which time; or `off`',
    shown: `\`${byDefault}\``,
    about,
    read,
    fallback: () => read(byDefault),
  });
}

export function list(raw: string): string[] {
  return raw
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

export function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry;
}

export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const inRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && inRange && rest.length === 0;
}
