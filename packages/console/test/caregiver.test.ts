import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { expectWithin } from '../../server/test/times.js';
import { addVerifiedEmail, readToken } from './outbox.js';
import { createWorld, lookAfter, make, makeWard, signedIn, stage, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_caregiver');
});
afterAll(() => world?.close());

const since = async (startedAt: number, happening: Promise<unknown>): Promise<number> => {
  await happening;
  return performance.now() - startedAt;
};

test('one caregiver takes and closes a fall, another sees each step within two seconds without a reload', async () => {
  const { rose, carl, dora } = await makeWard(world);
  const [atCarl, atDora] = [await signedIn(world, carl), await signedIn(world, dora, { width: 1280 })];
  for (const { page } of [atCarl, atDora]) await page.getByText('No open alerts').waitFor();

  const fellAt = performance.now();
  await fall(world.base, rose, 0.92);
  const shownMs = await since(fellAt, stage(atCarl.page).getByText('Rose Hill').first().waitFor());
  await stage(atDora.page).getByText('fell at').waitFor();
  expect(await atDora.page.title()).toMatch(/^\(1\) /);

  await atCarl.page.getByRole('button', { name: 'I’m on it' }).click();
  const takenAt = performance.now();
  const takenMs = await since(takenAt, stage(atDora.page).getByText('Carl West is on it, since').waitFor());
  await stage(atCarl.page).getByText('You are on it, since').waitFor();
  expect(await atDora.page.title()).not.toMatch(/^\(/);

  await atCarl.page.getByLabel('Helped').check();
  await atCarl.page.getByLabel('Note').fill('Slipped on the rug');
  await atCarl.page.getByRole('button', { name: 'Close this alert' }).click();
  const closedAt = performance.now();
  const closedMs = await since(closedAt, stage(atDora.page).getByText('This alert is closed.').waitFor());
  await atDora.page.getByRole('button', { name: 'Back to the board' }).click();
  await atDora.page.getByText('No open alerts').waitFor();

  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/falls`, undefined, carl.token);
  expect(body.data[0]).toMatchObject({ responded: true });
  process.stdout.write(
    `a fall on the screen after ${Math.round(shownMs)} ms; taken, seen by the other after ${Math.round(takenMs)} ms; closed, after ${Math.round(closedMs)} ms\n`,
  );
  for (const [what, ms] of Object.entries({ shownMs, takenMs, closedMs }))
    expectWithin(`on the other screen, ${what}`, ms, 2_000);
  expect([...atCarl.problems, ...atDora.problems]).toEqual([]);
  for (const { close } of [atCarl, atDora]) await close();
});

test('no alert is missed after 20 s without a connection', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, context, problems, close } = await signedIn(world, carl);
  await page.getByText('No open alerts').waitFor();
  await context.setOffline(true);
  await page.getByText('No connection').waitFor();
  await fall(world.base, rose, 0.92);
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const second = await make(world, 'PATIENT', 'Hugo Lang');
  await lookAfter(world, carl, second);
  await fall(world.base, second, 0.92);
  expect(await stage(page).count()).toBe(0);
  const backAt = performance.now();
  await context.setOffline(false);
  await stage(page).waitFor();
  await page.getByText('Connected again').waitFor();
  process.stdout.write(`back after 20 s: both falls shown after ${Math.round(performance.now() - backAt)} ms\n`);
  await stage(page).getByText('One more unanswered').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the alert and the fall show over which channel each person was notified, and who cannot come', async () => {
  const { rose, carl, dora } = await makeWard(world);
  await addVerifiedEmail(world, dora);
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.getByText('No open alerts').waitFor();
  const fallId = await fall(world.base, rose, 0.92);
  await stage(page).getByText('Who was notified').click();
  await stage(page).getByText('E-mail to Dora East: handed over').waitFor();
  await stage(page).getByText('Console of Carl West: shown').waitFor();
  const token = await readToken(world, dora);
  await send(world.base, 'POST', '/answers', { token, answer: 'CANNOT' });
  await stage(page).getByText('Dora East can’t come').waitFor();
  await stage(page).getByText('E-mail to Dora East: delivered').waitFor();

  await stage(page).getByRole('link', { name: 'Sensor data' }).click();
  await page.getByRole('link', { name: 'Board' }).click();
  const openAlerts = page.getByRole('region', { name: 'Open alerts' });
  await openAlerts.getByText('Dora East can’t come').waitFor();
  await page.goBack();
  await page.getByText('Dora East can’t come · E-mail').waitFor();
  await page.getByText('E-mail to Dora East: delivered').waitFor();
  await send(world.base, 'POST', '/answers', { token, answer: 'ON_IT' });
  await page.getByText('Dora East is on it · E-mail').waitFor();
  await page.getByRole('link', { name: 'Board' }).click();
  await openAlerts.getByText('Dora East', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();

  // The wearer does not see who cannot come.
  const atRose = await signedIn(world, rose);
  await atRose.page.goto(`${world.origin}/falls/${fallId}`);
  await atRose.page.getByText('First notice arrived').waitFor();
  expect(await atRose.page.locator('main').innerText()).not.toMatch(/can’t come|E-mail/);
  await atRose.close();
});

test('a fall’s page says in German how each delivery went, and why one did not arrive', async () => {
  const { rose, carl, dora } = await makeWard(world);
  await addVerifiedEmail(world, dora);
  const fallId = await fall(world.base, rose, 0.92);
  await readToken(world, dora);
  const { page, close } = await signedIn(world, carl, { language: 'de' });
  await page.goto(`${world.origin}/falls/${fallId}`);
  await page.getByRole('button', { name: 'Zurück', exact: true }).click();
  await page.getByText('E-Mail an Dora East: übergeben').waitFor();
  const database = new pg.Client({ connectionString: world.databaseUrl });
  await database.connect();
  await database.query(
    "update deliveries set channel = 'push', status = 'unreachable', reason = 'HTTP 410' where recipient_id = $1 and channel = 'email'",
    [dora.id],
  );
  await database.end();
  await page.reload();
  await page.getByRole('button', { name: 'Zurück', exact: true }).click();
  await page.getByText('Push an Dora East: nicht erreichbar: HTTP 410').waitFor();
  await close();
});

test('a caregiver gets «not found» for other people’s patients, also by address', async () => {
  const { carl } = await makeWard(world);
  const zelda = await make(world, 'PATIENT', 'Zelda Quill');
  const fallId = await fall(world.base, zelda, 0.92);
  const { page, problems, close } = await signedIn(world, carl);
  const answers: string[] = [];
  page.on('response', (response) =>
    response.text().then(
      (text) => answers.push(text),
      () => {},
    ),
  );
  for (const path of [`/people/${zelda.id}`, `/falls/${fallId}`, `/messages/${zelda.id}`, '/admin/users', '/nothing']) {
    await page.goto(`${world.origin}${path}`);
    await page.getByText('Page not found').waitFor();
    expect(await page.content(), path).not.toContain('Quill');
  }
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.join('\n')).not.toContain('Quill');
  expect(problems).toEqual([]);
  await close();
});
