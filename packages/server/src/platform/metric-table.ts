/**
 * All metrics of the service, each described once: the metrics page and the table in docs/operations.md come from here.
 * Alert rules and dashboards in deploy/ may use only these names and labels: test/monitoring.test.ts.
 */
interface MetricEntry {
  /** A gauge is absent until it is set: unknown is not 0. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly bounds?: readonly number[];
}

/** From the loop of an escalation, a second, to an alert that nobody answers. */
const alertBounds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 180, 300, 600, 1_800, 3_600];

export const metricTable = {
  http_request_seconds: {
    type: 'histogram',
    labels: ['method', 'route', 'status'],
    bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    help: 'Time until the answer is written to the connection. Without `GET /events`.',
  },
  rate_limited_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Requests and readings refused by a limit; `sensor` is the pace of devices.',
  },
  requests_passed_on_total: {
    type: 'counter',
    labels: ['cell', 'outcome'],
    help: 'Requests of people of another [cell](cells.md): `answered` by it, `misdirected`: they are not there either, `failed`: it did not answer. A device that keeps sending to the wrong cell costs both.',
  },
  password_queue: { type: 'gauge', help: 'Logins and signups that wait for password hashing.' },
  readings_stored_total: {
    type: 'counter',
    help: 'Readings that this process has accepted and stored, in the journal or in the database, over any protocol.',
  },
  mqtt_connections: { type: 'gauge', help: 'Open MQTT connections of this process.' },
  mqtt_messages_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Messages with readings over MQTT: `stored`, `refused` for good, `unavailable`: to be sent again.',
  },
  live_streams: { type: 'gauge', help: 'Open streams of `GET /events` in this process.' },
  alert_engine_late_seconds: {
    type: 'gauge',
    help: 'How long the most overdue step or delivery has waited, or how long no process has looked for due ones. The same in every process. Above 10, `/api/health` is DEGRADED.',
  },
  alert_step_lateness_seconds: {
    type: 'histogram',
    bounds: alertBounds,
    help: 'How late this process took steps of escalations.',
  },
  alert_delivery_lateness_seconds: {
    type: 'histogram',
    bounds: alertBounds,
    help: 'How late this process took deliveries to send them.',
  },
  alert_deliveries_total: {
    type: 'counter',
    labels: ['channel', 'result'],
    help: 'Results of deliveries: `accepted`, `sent`, `held`, `failed`, `unreachable`. An accepted delivery counts again when its receipt arrives (`sent`) or when it comes back (`unreachable`). Drills are included: they test the channels.',
  },
  alert_delivery_seconds: {
    type: 'histogram',
    labels: ['channel', 'until'],
    bounds: alertBounds,
    help: 'Time from a delivery being due until it was `handed_over` to the person or to another service, and until it `reached` the person.',
  },
  alert_notified_seconds: {
    type: 'histogram',
    bounds: alertBounds,
    help: 'Time from raising an alert to each notice of its first step. Without drills.',
  },
  alert_acknowledged_seconds: {
    type: 'histogram',
    bounds: alertBounds,
    help: 'Time from raising an alert to its first acknowledgement. Without drills.',
  },
  falls_last_hour: {
    type: 'gauge',
    labels: ['level'],
    help: 'Falls of the last hour, by level. The same in every process.',
  },
  alerts_raised_last_hour: {
    type: 'gauge',
    labels: ['type'],
    help: 'Alerts raised in the last hour, by type, without drills. The same in every process.',
  },
  unanswered_alerts: {
    type: 'gauge',
    help: 'Open alerts about falls and calls for help that people were notified of and nobody has ever acknowledged. The same in every process.',
  },
  unanswered_alert_seconds: {
    type: 'gauge',
    help: 'How long the oldest of them has waited for a person, since its first step; 0 without any. The same in every process.',
  },
  nobody_reached_alerts: {
    type: 'gauge',
    help: 'Open, unacknowledged alerts of which a step reached nobody. The same in every process.',
  },
  device_troubles: {
    type: 'gauge',
    labels: ['kind'],
    help: 'Devices in trouble, such as `SILENT`. The same in every process.',
  },
  dependency_up: {
    type: 'gauge',
    labels: ['dependency'],
    help: '1 if `database`, `redis`, `nats` or `journal` answers this process within two seconds, else 0. Only those that are configured.',
  },
  clock_offset_seconds: {
    type: 'gauge',
    help: "How far this machine's clock is ahead of the database's; negative if behind.",
  },
  job_failures_total: { type: 'counter', labels: ['role', 'name'], help: 'Failed runs of scheduled jobs.' },
  job_late_seconds: {
    type: 'gauge',
    labels: ['role', 'name'],
    help: 'How much longer than its interval ago a scheduled job last succeeded; before the first time, counted from the start. It grows while the job fails or hangs.',
  },
  database_connections: {
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Open connections to PostgreSQL, `used` or `idle`. The pool `alerts` serves alerts only.',
  },
  database_connections_max: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Most connections that the pool opens.',
  },
  database_waiting: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Queries that wait for a connection.',
  },
  trace_spans_dropped_total: {
    type: 'counter',
    help: 'Spans that were not sent: too many at once, or `TRACES_URL` did not take them.',
  },
  journal_appended_total: {
    type: 'counter',
    help: 'Records of this process that the journal acknowledged. A record holds the readings of one event-loop turn.',
  },
  journal_append_failures_total: {
    type: 'counter',
    help: 'Records that the journal did not take: their readings went straight into the database, or were answered 503.',
  },
  journal_carried_falls_total: {
    type: 'counter',
    help: 'Falls that went into the journal because PostgreSQL did not record them within a second; the recorder records them.',
  },
  journal_recorded_rows_total: {
    type: 'counter',
    help: 'Readings that this recorder copied from the journal to PostgreSQL.',
  },
  journal_refused_total: {
    type: 'counter',
    help: 'Journal records that this recorder set aside, because they could not be read or PostgreSQL refused them.',
  },
  journal_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest record that this recorder has not written to PostgreSQL; grows while writing fails. Only in recorders; 0 in one that stands by.',
  },
  readings_waiting_seconds: {
    type: 'gauge',
    help: 'How long the oldest reading in the journal has waited for PostgreSQL. The same in every process, also if no recorder runs.',
  },
  records_set_aside: {
    type: 'gauge',
    help: 'Journal records that could not be stored and wait for the operator. The same in every process.',
  },
} as const satisfies Record<string, MetricEntry>;

export const metricPrefix = 'fallwatch_';

export type MetricName<Type extends MetricEntry['type']> = {
  [Name in keyof typeof metricTable]: (typeof metricTable)[Name]['type'] extends Type ? Name : never;
}[keyof typeof metricTable];

/** With the types that the entries are checked against, for code that goes over all of them. */
export const metricEntries: readonly (readonly [string, MetricEntry])[] = Object.entries(metricTable);

/** The table in docs/operations.md. */
export function describeMetrics(): string {
  const rows = metricEntries.map(([name, { type, labels = [], help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${metricPrefix}${name}\` | ${type} | ${shown} | ${help} |`;
  });
  const own = `| \`${metricPrefix}nodejs_…\`, \`${metricPrefix}process_…\` | | | the process itself: event loop, memory, CPU, start time |`;
  return ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows, own].join('\n');
}
