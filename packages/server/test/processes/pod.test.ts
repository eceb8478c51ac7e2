/** One process of the small overlay with the settings of its pod: its init container, its probes, its end. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { hasKustomize, listProcesses, type Process } from '../deployment/pods.js';
import { repository } from '../deployment/settings.js';
import { createDatabase } from '../servers.js';
import { freePort, startServer } from './process.js';

test.skipIf(!hasKustomize)('a pod answers its probes, is not ready while it stops, and ends in time', async () => {
  const [{ settings, main, pod, config }] = listProcesses('small') as [Process];
  const operationsPort = await freePort();
  const DATABASE_URL = await createDatabase(inject('namespace'), 'pod');
  const env = { ...settings, DATABASE_URL, OPERATIONS_PORT: String(operationsPort) };
  const [program = '', ...args] = pod.initContainers?.[0]?.command ?? [];
  const migrated = spawnSync(program, args, { cwd: repository, env: { PATH: process.env.PATH, ...env } });
  expect(migrated.status).toBe(0);

  const running = await startServer(env);
  const ask = async (path = ''): Promise<number> => (await fetch(`http://127.0.0.1:${operationsPort}${path}`)).status;
  const [startup, liveness, readiness] = [main.startupProbe, main.livenessProbe, main.readinessProbe].map(
    (probe) => probe?.httpGet?.path,
  );
  for (const path of [startup, liveness, readiness]) expect(await ask(path)).toBe(200);

  const ended = once(running.child, 'exit');
  const startedAt = performance.now();
  running.child.kill('SIGTERM');
  while ((await ask(readiness)) === 200) await pause(20);
  // Kubernetes must not restart it meanwhile.
  expect([await ask(readiness), await ask(liveness)]).toEqual([503, 200]);
  expect((await ended)[0]).toBe(0);
  const stoppedMs = performance.now() - startedAt;
  process.stdout.write(
    `proof: kubernetes: a process with the settings of a pod ended after ${Math.round(stoppedMs)} ms\n`,
  );
  expect(stoppedMs).toBeGreaterThan(config.stopDelayMs);
  expect(stoppedMs).toBeLessThan((pod.terminationGracePeriodSeconds ?? 0) * 1000);
});
