import type { Config } from './config.js';
import { version } from './platform/version.js';

function addresses(base: string, { host, mqttPort }: Config): string {
  return `\
    Console    ${base}
    API        ${base}/api, described at ${base}/api/docs
    Health     ${base}/api/health
${mqttPort === null ? '' : `    MQTT       mqtt://${reachable(host)}:${mqttPort}\n`}`;
}

/** A process that listens on all addresses is reachable as localhost from its own machine. */
function reachable(host: string): string {
  return host === '0.0.0.0' ? 'localhost' : host;
}

/** Until there is an admin: the link that creates one, and its code for typing. */
function firstSteps(setupUrl: string | null): string {
  if (setupUrl === null) return '';
  return `
  There is no admin yet. Create the first one here:

    ${setupUrl}

  The code after the # is a secret: it works once. Or start with ADMIN_EMAIL and ADMIN_PASSWORD set.
`;
}

/** Printed at start in development. */
export function startMessage(config: Config, setupUrl: string | null): string {
  const base = `http://${reachable(config.host)}:${config.port}`;
  const inProcess = (url: string | null, embedded: string, server: string): string => (url ? server : embedded);
  return `
  Fallwatch ${version} is running

    Roles      ${config.roles.join(', ')}
${config.roles.includes('api') ? addresses(base, config) : ''}\
    Metrics    ${config.operationsPort === null ? 'off' : `http://${reachable(config.operationsHost)}:${config.operationsPort}/metrics`}

    Database   ${inProcess(config.databaseUrl, `embedded, in ${config.dataDir}/ (kept over restarts)`, 'PostgreSQL')}
    Limits     ${inProcess(config.redisUrl, 'in this process', 'Redis')}
    Events     ${inProcess(config.natsUrl, 'in this process', 'NATS')}
${firstSteps(setupUrl)}
  For production set NODE_ENV=production, DATABASE_URL, JWT_SECRET; see docs/operations.md. Stop with Ctrl-C.

`;
}
