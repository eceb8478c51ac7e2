import type { TFunction } from 'i18next';
import { admin } from '../../words/en/admin.js';
import type { common } from '../../words/en/common.js';

type Role = keyof typeof common.role;
type Task = keyof typeof admin.maintenance.task;
type Words = (t: TFunction, parts: readonly string[]) => string;

/** The service writes its log in constant English words and codes; a sentence that is not known here is shown as it is. */
const sentences: readonly (readonly [sentence: RegExp, words: Words])[] = [
  [
    /^Account created with role (PATIENT|CAREGIVER|ADMIN)$/,
    (t, [role]) => t('admin.logs.event.created', { role: roleWords(t, role) }),
  ],
  [
    /^Role changed from (PATIENT|CAREGIVER|ADMIN) to (PATIENT|CAREGIVER|ADMIN)$/,
    (t, [from, to]) => t('admin.logs.event.role', { from: roleWords(t, from), to: roleWords(t, to) }),
  ],
  [/^Account set to active$/, (t) => t('admin.logs.event.active')],
  [/^Account set to inactive$/, (t) => t('admin.logs.event.inactive')],
  [/^Account deleted$/, (t) => t('admin.logs.event.deleted')],
  [/^Login failed$/, (t) => t('admin.logs.event.login')],
  [/^Caregiver assigned$/, (t) => t('admin.logs.event.assigned')],
  [/^Caregiver unassigned$/, (t) => t('admin.logs.event.unassigned')],
  [/^Task (\w+) completed$/, (t, [task]) => t('admin.logs.event.maintenance', { task: taskWords(t, task) })],
  [
    /^Task (\w+) completed \(dry run\)$/,
    (t, [task]) => t('admin.logs.event.maintenanceDry', { task: taskWords(t, task) }),
  ],
  [/^Fault (\S+) in request (\S+)$/, (t, [name, request]) => t('admin.logs.event.fault', { name, request })],
];

export function logWords(t: TFunction, message: string): string {
  for (const [sentence, words] of sentences) {
    const found = sentence.exec(message);
    if (found) return words(t, found.slice(1));
  }
  return message;
}

export function sourceWords(t: TFunction, source: string): string {
  return source in admin.logs.sources ? t(`admin.logs.sources.${source as keyof typeof admin.logs.sources}`) : source;
}

const roleWords = (t: TFunction, role = ''): string => t(`common.role.${role as Role}`);
const taskWords = (t: TFunction, task = ''): string =>
  task in admin.maintenance.task ? t(`admin.maintenance.task.${task as Task}`) : task;
