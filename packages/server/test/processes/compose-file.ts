/** Reads a compose file as Compose does, as far as ours use it: variables, merge keys, dependencies. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

export type Services = Readonly<Record<string, Service>>;

export function readCompose(path: string, variables: Readonly<Record<string, string>>): Services {
  const document = parse(readFileSync(path, 'utf8'), { merge: true }) as { services: Services };
  return mapTexts(document.services, (text) => interpolate(text, variables)) as Services;
}

// After the YAML is parsed, as Compose does: a value cannot change the structure.
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\{(\w+)(?::\?([^}]*))?\}/g, (whole, name?: string, problem?: string) => {
    if (whole === '$$') return '$';
    const value = variables[name as string];
    if (!value) throw new Error(`${name} is not set: ${problem}`);
    return value;
  });
}

/** The services in the order in which Compose starts them: each after those it depends on. */
export function orderServices(services: Services): string[] {
  const ordered: string[] = [];
  const add = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`services wait for each other: ${[...path, name].join(', ')}`);
    const service = services[name];
    if (!service) throw new Error(`there is no service ${name}`);
    for (const other of Object.keys(service.depends_on ?? {})) add(other, [...path, name]);
    if (!ordered.includes(name)) ordered.push(name);
  };
  for (const name of Object.keys(services)) add(name, []);
  return ordered;
}

export function listAddresses({ networks }: Service): string[] {
  if (Array.isArray(networks)) return [];
  return Object.values(networks).flatMap(({ ipv4_address }: { ipv4_address?: string }) => ipv4_address ?? []);
}
