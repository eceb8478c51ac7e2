import { expect, test } from 'vitest';
import { freshEngine, nothingDue, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient } from '../../../test/people.js';
import { measureService } from '../health/health-metrics.js';
import { engineLatenessMs, lateAfterMs } from './watchdog.service.js';

async function lateness(): Promise<number> {
  return (await engineLatenessMs((await testServer()).platform.db)) ?? 0;
}

async function metric(name: string): Promise<number> {
  const { platform } = await testServer();
  await measureService(platform);
  const line = (await platform.metrics.registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

test('a delivery that no worker takes is late', async () => {
  const ann = await patient();
  await caregiver({ of: ann });
  await nothingDue();
  await ann.post('/falls', { confidence: 0.8 });
  await pass(11);
  expect(await lateness()).toBeGreaterThan(lateAfterMs);
  expect(await metric('fallwatch_alert_engine_late_seconds')).toBeGreaterThan(10);
  await nothingDue();
});

test('a delivery that was taken and hangs inside a process is late', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  let release: (result: { status: 'sent' }) => void = () => {};
  engine.channel.answer = () => new Promise((resolve) => (release = resolve));
  await ann.post('/falls', { confidence: 0.8 });
  const running = engine.run();
  await expect.poll(() => engine.toldTo(carl.id)).toHaveLength(1);
  await pass(20);
  await engine.deliver();
  expect(await lateness()).toBeGreaterThan(lateAfterMs);
  release({ status: 'sent' });
  await running;
  await nothingDue();
});

test('the lateness of deliveries when taken is measured', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  await caregiver({ of: ann });
  await ann.post('/falls', { confidence: 0.8 });
  await engine.run();
  const { platform } = await testServer();
  const lines = await platform.metrics.registry.metrics();
  expect(lines).toMatch(/fallwatch_alert_delivery_lateness_seconds_count [1-9]/);
});
