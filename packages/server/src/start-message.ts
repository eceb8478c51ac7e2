import type { AddressInfo } from 'node:net';
import type { Config } from './config.js';
import { version } from './version.js';

/** The first thing a person sees. In production one line for the log; at home a page that helps. */
export function startMessage(config: Config, address: string | AddressInfo | null): string {
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  const base = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
  if (config.nodeEnv === 'production') return `Fallwatch ${version} listens on ${config.host}:${port}\n`;
  const inProcess = (url: string | null, embedded: string, server: string): string => (url ? server : embedded);
  return `
  Fallwatch ${version} is running

    API        ${base}/api
    Try it     ${base}/api/docs
    Health     ${base}/api/health
    Metrics    ${config.operationsPort === null ? 'off' : `http://localhost:${config.operationsPort}/metrics`}

    Database   ${inProcess(config.databaseUrl, `embedded, in ${config.dataDir}/ (kept over restarts)`, 'PostgreSQL')}
    Limits     ${inProcess(config.redisUrl, 'in this process', 'Redis')}
    Events     ${inProcess(config.natsUrl, 'in this process', 'NATS')}

  First admin: npm run cli -- create-admin --email you@example.org   (or set ADMIN_EMAIL and ADMIN_PASSWORD)
  For production set NODE_ENV=production, DATABASE_URL, JWT_SECRET; see docs/operations.md. Stop with Ctrl-C.

`;
}
