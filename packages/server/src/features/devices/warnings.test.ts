import { expect, test } from 'vitest';
import { othersKnow } from '../../../test/harness.js';
import { caregiver, freshMac, type Person, patient, reading } from '../../../test/people.js';
import { cannotAsk, findWarnings } from './devices.rules.js';

const cannot = expect.stringMatching(/^This wrist device cannot ask its wearer\. .*Declare can_confirm/);

async function send(person: Person, mac: string, changes: object): Promise<string[]> {
  const answer = await person.post('/device/sensor-stream', reading(mac, changes));
  expect(answer).toHaveStatus(200);
  await othersKnow();
  return answer.data.warnings;
}

const readLog = async (person: Person, mac: string): Promise<string[]> =>
  (await person.get(`/device/${mac}/logs?logType=warning`)).data.map(({ message }: { message: string }) => message);
const readWarnings = async (person: Person, mac: string) => (await person.get(`/device/${mac}/status`)).data.warnings;

test.each([
  ['wrist', undefined, true],
  ['wrist', null, true],
  ['wrist', false, true],
  ['wrist', true, false],
  ['waist', false, false],
  [null, null, false],
  [undefined, undefined, false],
] as const)('at %s with can_confirm %s: %s', (site, canConfirm, expected) => {
  expect(cannotAsk(site, canConfirm)).toBe(expected);
  expect(findWarnings({ bodySite: site ?? null, canConfirm: canConfirm ?? null })).toHaveLength(expected ? 1 : 0);
});

test('a wrist device that cannot ask is warned in each answer and once in its log, and its status shows it', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  const carl = await caregiver({ of: ann });
  expect(await send(ann, mac, { body_site: 'wrist', uptime_ms: 1_000 })).toEqual([cannot]);
  expect(await send(ann, mac, { body_site: 'wrist', can_confirm: false, uptime_ms: 2_000 })).toEqual([cannot]);
  expect(await readLog(carl, mac)).toEqual([cannot]);
  expect(await readWarnings(carl, mac)).toEqual([{ code: 'CANNOT_ASK', message: cannot }]);
});

test('the warning comes when a device takes can_confirm back', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  expect(await send(ann, mac, { body_site: 'wrist', can_confirm: true, uptime_ms: 1_000 })).toEqual([]);
  expect(await readWarnings(ann, mac)).toEqual([]);
  expect(await readLog(ann, mac)).toEqual([]);
  await send(ann, mac, { body_site: 'wrist', can_confirm: false, uptime_ms: 2_000 });
  expect(await readWarnings(ann, mac)).toHaveLength(1);
  expect(await readLog(ann, mac)).toEqual([cannot]);
});

test.each([[{}], [{ body_site: 'waist' }], [{ body_site: 'wrist', can_confirm: true }]])(
  'a device with %j gets no warning',
  async (changes) => {
    const [ann, mac] = [await patient(), freshMac()];
    expect(await send(ann, mac, changes)).toEqual([]);
    expect(await readWarnings(ann, mac)).toEqual([]);
    expect(await readLog(ann, mac)).toEqual([]);
  },
);

test('a device that moves to the wrist is warned in its log', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  await send(ann, mac, { body_site: 'waist', uptime_ms: 1_000 });
  await send(ann, mac, { body_site: 'wrist', uptime_ms: 2_000 });
  expect(await readLog(ann, mac)).toEqual([cannot]);
});
