/**
 * Metrics that every process reads from the shared parts at each scrape. So a process that has died or hangs is seen
 * in the numbers of the others. A number that cannot be read is absent.
 */
import type { Gauge } from 'prom-client';
import type { Platform } from '../../platform/context.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { HealthReport } from './health.schema.js';
import { readHealth } from './health.service.js';
import { type PeopleNumbers, readPeopleNumbers } from './people-numbers.store.js';

/** As long as a check of `/health`. */
const timeoutMs = 2_000;

export async function measureService(platform: Platform): Promise<void> {
  const [{ checks }, people] = await Promise.all([readHealth(platform), findPeopleNumbers(platform)]);
  showChecks(platform, checks);
  showPeople(platform, people);
}

async function findPeopleNumbers({ db, log }: Platform): Promise<PeopleNumbers | null> {
  try {
    return await withTimeout(readPeopleNumbers(db), timeoutMs);
  } catch (error) {
    log.warn({ err: error }, 'numbers for the metrics not read');
    return null;
  }
}

function showChecks({ metrics }: Platform, checks: HealthReport['checks']): void {
  for (const dependency of ['database', 'redis', 'nats', 'journal'] as const) {
    const { status } = checks[dependency];
    if (status !== 'IN_PROCESS') metrics.gauge('dependency_up').set({ dependency }, status === 'UP' ? 1 : 0);
  }
  const { alerts, recorder } = checks;
  // Null without any engine on a new database, and while the database does not answer.
  setOrRemove(metrics.gauge('alert_engine_late_seconds'), toSeconds(alerts.lateMs));
  setOrRemove(metrics.gauge('readings_waiting_seconds'), toSeconds(recorder.lagMs));
  setOrRemove(metrics.gauge('records_set_aside'), recorder.setAside ?? null);
}

function showPeople({ metrics }: Platform, people: PeopleNumbers | null): void {
  const [falls, alerts] = [metrics.gauge('falls_last_hour'), metrics.gauge('alerts_raised_last_hour')];
  const troubles = metrics.gauge('device_troubles');
  for (const gauge of [falls, alerts, troubles]) gauge.reset();
  for (const { level, count } of people?.falls ?? []) falls.set({ level }, count);
  for (const { type, count } of people?.alerts ?? []) alerts.set({ type }, count);
  for (const { kind, count } of people?.troubles ?? []) troubles.set({ kind }, count);
  setOrRemove(metrics.gauge('unanswered_alerts'), people?.unanswered ?? null);
  setOrRemove(metrics.gauge('unanswered_alert_seconds'), people?.unansweredSeconds ?? null);
  setOrRemove(metrics.gauge('nobody_reached_alerts'), people?.nobodyReached ?? null);
}

function toSeconds(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : ms / 1_000;
}

function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
