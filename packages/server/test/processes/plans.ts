import pg from 'pg';

/** The statements that this process sends to PostgreSQL, and their plans. */

export const bigTables = ['users', 'falls', 'alerts', 'devices', 'messages', 'assignments', 'system_log'];

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Keeps the connection that listens for changes alive, independent of requests. */
const heartbeat = 'select 1';

export interface StatementLog {
  /** Everything sent since the last call. */
  readonly take: () => Statement[];
  readonly stop: () => void;
}

/** Records every statement of this process to PostgreSQL, `begin` and `commit` too. */
export function watchStatements(): StatementLog {
  const originalQuery = pg.Client.prototype.query;
  const sent: Statement[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values = []] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    const isText = typeof query === 'string';
    const statement = isText ? { text: query, values } : { text: query.text, values: query.values ?? [] };
    if (statement.text !== heartbeat) sent.push(statement);
    return (originalQuery as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof originalQuery;
  return {
    take: () => sent.splice(0),
    stop: () => {
      pg.Client.prototype.query = originalQuery;
    },
  };
}

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Plan Width': number;
  readonly 'Actual Rows'?: number;
  readonly 'Sort Space Type'?: 'Memory' | 'Disk';
  readonly 'Sort Space Used'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

function listNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

/** Problems in the plans of the statements that the app sent, with the values it sent. */
export async function findPlanProblems(client: pg.Client, statements: readonly Statement[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { text, values } of statements.filter((statement) => /^\s*(select|with)\b/i.test(statement.text))) {
    const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
    const nodes = listNodes(rows[0]['QUERY PLAN'][0].Plan);
    for (const { 'Node Type': type, 'Relation Name': table = '' } of nodes)
      if (type === 'Seq Scan' && bigTables.includes(table)) problems.push(`reads all of ${table}: ${text}`);
    if (!nodes.some((node) => /Index/.test(node['Node Type']))) problems.push(`uses no index: ${text}`);
  }
  return problems;
}

export async function listSorts(client: pg.Client, statements: readonly Statement[]): Promise<Plan[]> {
  const sorts: Plan[] = [];
  for (const { text, values } of statements.filter((statement) => /^\s*select\b/i.test(statement.text))) {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
    const nodes = listNodes(rows[0]['QUERY PLAN'][0].Plan);
    sorts.push(...nodes.filter((node) => /Sort/.test(node['Node Type'])));
  }
  return sorts;
}
