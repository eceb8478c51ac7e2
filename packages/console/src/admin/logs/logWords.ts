import type { SystemLogRow } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { admin } from '../../words/en/admin/index.js';
import type { common } from '../../words/en/common.js';

type Entry = Pick<SystemLogRow, 'code' | 'params' | 'message'>;
type Role = keyof typeof common.role;
type Task = keyof typeof admin.maintenance.task;

const roleWords = (t: TFunction, role: string): string => t(`common.role.${role as Role}`);
const taskWords = (t: TFunction, task: string): string =>
  task in admin.maintenance.task ? t(`admin.maintenance.task.${task as Task}`) : task;

/** Parameters that are codes themselves. */
const paramWords: Readonly<Record<string, (t: TFunction, value: string) => string>> = {
  role: roleWords,
  from: roleWords,
  to: roleWords,
  task: taskWords,
};

/** Entries of earlier releases have no code, and a newer release may have others: then the English message is shown. */
export function logWords(t: TFunction, { code, params, message }: Entry): string {
  if (code === null || !(code in admin.logs.event)) return message;
  const worded = Object.entries(params ?? {}).map(([name, value]) => [name, paramWords[name]?.(t, value) ?? value]);
  return t(`admin.logs.event.${code}`, Object.fromEntries(worded));
}

export function sourceWords(t: TFunction, source: string): string {
  return source in admin.logs.sources ? t(`admin.logs.sources.${source as keyof typeof admin.logs.sources}`) : source;
}
