import { Fhir } from 'fhir';
import { beforeAll, describe, expect, test } from 'vitest';
import { acknowledge, reportFall } from '../../../test/alerts.js';
import { freshEngine, resetTime } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { admin, assign, caregiver, device, type Person, patient, reading } from '../../../test/people.js';
import { freshHour, iso, minuteMs, rollUpTo, send } from '../../../test/vitals.js';
import { outcomes } from '../falls/outcome.schema.js';

// biome-ignore lint/suspicious/noExplicitAny: a resource of any type; tests look into it freely.
type Resource = any;

const fhir = new Fhir();

/** What HL7's own definitions find wrong with a resource. */
function listErrors(resource: Resource): string[] {
  const { messages } = fhir.validate(resource, { errorOnUnexpected: true });
  return messages
    .filter(({ severity }) => severity === 'error')
    .map(({ location, message }) => `${location} ${message}`);
}

async function readBundle(person: Person, path: string): Promise<Resource> {
  const answer = await person.get(path);
  expect(answer).toHaveStatus(200);
  expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  return JSON.parse(answer.body);
}

const pick = (bundle: Resource, type: string): Resource[] =>
  bundle.entry.map(({ resource }: Resource) => resource).filter((one: Resource) => one.resourceType === type);

let ann: Person;
let carl: Person;
let hourMs: number;
let own: Resource;

/** Falls with every outcome and every answer of the wearer, alerts that reached somebody, vitals, two devices. */
beforeAll(async () => {
  await resetTime();
  ann = await patient();
  carl = await caregiver({ of: ann });
  const phoneNumbers = [{ name: 'Rita Lee', relationship: 'Daughter', phone: '+49 30 1234567' }];
  await carl.put(`/patients/${ann.id}`, { emergencyContact: 'Rita, +49 1', phoneNumbers, dateOfBirth: '1941-05-17' });
  const [watch, belt] = [await device(ann), await device(ann)];
  hourMs = await freshHour();
  for (const [index, { mac }] of [watch, belt].entries())
    await send(ann, mac, hourMs + index * minuteMs, { uptime_ms: 5_000_000, heart_rate: 70 + index, spo2: 96 });
  await rollUpTo(hourMs + 10 * minuteMs);
  await ann.post('/device/sensor-stream', reading(belt.mac, { uptime_ms: 9_000_000, firmware_version: '1.2.0' }));
  const engine = await freshEngine();
  for (const outcome of outcomes) {
    const id = await reportFall(ann);
    await engine.run();
    await acknowledge(carl, id);
    await carl.post(`/falls/${id}/resolve`, { outcome });
  }
  await ann.post(`/falls/${await reportFall(ann, 0.95)}/confirm`);
  await ann.post(`/falls/${await reportFall(ann, 0.6)}/cancel`);
  await reportFall(ann, 0.3);
  await engine.run();
  own = await readBundle(ann, `/patients/me/fhir?to=${iso(Math.max(hourMs + 60 * minuteMs, Date.now() + 60_000))}`);
});

describe('a record as FHIR R4', () => {
  test('is valid by the definitions of HL7, resource by resource and as a bundle', () => {
    const types = new Set(own.entry.map(({ resource }: Resource) => resource.resourceType));
    expect([...types].sort()).toEqual(
      ['Communication', 'DetectedIssue', 'Device', 'Flag', 'Observation', 'Patient'].sort(),
    );
    for (const { resource } of own.entry) expect(listErrors(resource), JSON.stringify(resource)).toEqual([]);
    expect(listErrors(own)).toEqual([]);
  });

  test('of which a wrong code, an unknown field and a missing one are noticed', () => {
    const [issue, observation] = [pick(own, 'DetectedIssue')[0], pick(own, 'Observation')[0]];
    expect(listErrors({ ...issue, severity: 'HIGH' })).not.toEqual([]);
    expect(listErrors({ ...issue, status: 'done' })).not.toEqual([]);
    expect(listErrors({ ...issue, outcome: 'HELPED' })).not.toEqual([]);
    const { code: _, ...withoutCode } = observation;
    expect(listErrors(withoutCode)).not.toEqual([]);
  });

  test('has every fall with its outcome, and refers only to what is in it', () => {
    const falls = pick(own, 'DetectedIssue');
    expect(falls.map(({ status }) => status)).toEqual([
      'final',
      'entered-in-error',
      'final',
      'final',
      'final',
      'final',
      'preliminary',
    ]);
    const actions = falls.map(({ mitigation = [] }) => mitigation.map(({ action }: Resource) => action.text));
    expect(actions[0]).toEqual(['Somebody acknowledged the alert', 'Somebody helped']);
    expect(actions[4]).toContain('The wearer answered “I need help”');
    expect(actions[5]).toContain('The wearer answered “I’m OK”');
    const ids = new Set(own.entry.map(({ resource: { resourceType, id } }: Resource) => `${resourceType}/${id}`));
    const references = [...JSON.stringify(own).matchAll(/"reference":"([^"]+)"/g)].map(([, found]) => found);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => !ids.has(reference))).toEqual([]);
  });

  test('has vitals by the hour from the roll-up, over all devices', () => {
    const [rate, oxygen] = pick(own, 'Observation').filter(
      ({ effectivePeriod }) => effectivePeriod.start === iso(hourMs),
    );
    expect(rate).toMatchObject({
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
      valueQuantity: { value: 70.5, code: '/min' },
      effectivePeriod: { end: iso(hourMs + 60 * minuteMs) },
    });
    expect(oxygen.code.coding[0]).toMatchObject({ code: '59408-5' });
    expect(pick(own, 'Device')).toHaveLength(2);
  });

  test('names only assigned caregivers among those whom an alert reached', () => {
    const told = pick(own, 'Communication');
    expect(told.length).toBeGreaterThanOrEqual(outcomes.length);
    const names = new Set(told.map(({ recipient }) => recipient[0].display));
    expect([...names].every((name) => ['Ann Lee', 'Another recipient'].includes(name as string))).toBe(true);
    expect(names).toContain('Ann Lee');
  });
});

describe('GET /patients/:id/fhir', () => {
  test('is for assigned caregivers and admins; the wearer sees who has read it', async () => {
    const zoe = await caregiver();
    const path = `/patients/${ann.id}/fhir`;
    expect(pick(await readBundle(carl, path), 'Patient')).toMatchObject([{ id: ann.id, birthDate: '1941-05-17' }]);
    await readBundle(await admin(), path);
    expect(await zoe.get(path)).toHaveStatus(403);
    expect(await ann.get(path)).toHaveStatus(403);
    const { data } = await ann.get('/patients/me/views');
    expect(data.filter(({ what }: Resource) => what === 'RECORD')).toHaveLength(2);
    await assign(zoe, ann);
    expect(await zoe.get(path)).toHaveStatus(200);
    const { platform } = await testServer();
    const entries = platform.db.selectFrom('auditTrail').select('action').where('subjectId', '=', ann.id);
    const actions = (await entries.execute()).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('fhir.')).sort()).toEqual([
      'fhir.read',
      'fhir.read',
      'fhir.read',
      'fhir.readOwn',
    ]);
  });

  test.each([
    ['from=2026-01-02&to=2026-01-01', { to: 'must be after from' }],
    ['from=2024-01-01&to=2026-01-01', { from: expect.stringContaining('at most 366 days before to; got 731 days') }],
    ['from=yesterday', { from: expect.stringContaining('must be a date like') }],
  ])('%s is refused', async (query, details) => {
    const answer = await ann.get(`/patients/me/fhir?${query}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual(details);
  });
});
