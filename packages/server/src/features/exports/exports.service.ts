/** Everything about a person, as a file. It is written while it is read, piece by piece: its size does not matter. */
import { Readable } from 'node:stream';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context } from '../../platform/context.js';
import { toCsvLine } from '../../platform/csv.js';
import { invalid, tooMany } from '../../platform/refusal.js';
import { type ExportQuery, type PartName, partNames } from './exports.schema.js';
import { parts } from './parts.service.js';

/** All parts as CSV, several times; too few to keep the database busy. */
const filesPerHour = 60;
const hourMs = 3_600_000;

interface ExportedFile {
  readonly type: string;
  readonly filename: string;
  readonly body: Readable;
}

export async function openExport(ctx: Context, { format = 'json', part }: ExportQuery): Promise<ExportedFile> {
  if (format === 'csv' && !part) throw invalid({ part: `is required for CSV: one of ${partNames.join(', ')}` });
  const userId = actorId(ctx);
  const { count, resetAtMs } = await ctx.hot.countHit(`export:${userId}`, hourMs);
  if (count > filesPerHour)
    throw tooMany(
      `At most ${filesPerHour} files an hour. Try again later.`,
      Math.max(1, Math.ceil((resetAtMs - ctx.clock.nowMs()) / 1_000)),
    );
  await recordAudit(ctx, 'profile.export', userId);
  const name = ['fallwatch', ...(part ? [part.toLowerCase()] : []), ctx.now().slice(0, 10)].join('-');
  return format === 'csv' && part
    ? { type: 'text/csv; charset=utf-8', filename: `${name}.csv`, body: Readable.from(writeCsv(ctx, part)) }
    : {
        type: 'application/json; charset=utf-8',
        filename: `${name}.json`,
        body: Readable.from(writeJson(ctx, part ? [part] : partNames)),
      };
}

/** One array of objects for each part. */
async function* writeJson(ctx: Context, names: readonly PartName[]): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(ctx.now())}`;
  for (const name of names) {
    yield `,\n${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const rows of parts[name](ctx, actorId(ctx))) {
      if (rows.length === 0) continue;
      yield `${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '\n}\n';
}

/** The names of the columns, then one line for each row. A part without rows is an empty file. */
async function* writeCsv(ctx: Context, name: PartName): AsyncGenerator<string> {
  let columns: readonly string[] | undefined;
  for await (const rows of parts[name](ctx, actorId(ctx))) {
    const [first] = rows;
    if (!columns && first) {
      columns = Object.keys(first);
      yield `${toCsvLine(columns)}\r\n`;
    }
    const known = columns ?? [];
    yield rows.map((row) => `${toCsvLine(known.map((column) => row[column]))}\r\n`).join('');
  }
}
