import type * as source from '../../en/admin/users.js';
import type { Like } from '../../like.js';

export const users: Like<typeof source.users> = {
  add: 'Konto hinzufügen',
  addWearer: 'Für jemanden, der ein Gerät trägt:',
  lastLogin: 'Zuletzt angemeldet',
  you: 'Das sind Sie',
  caredFor: 'Betreute Personen',
  role: 'Rolle',
  change: 'Ändern',
  changeOf: '{{name}} ändern',
  changeRole: 'Rolle ändern',
  changeRoleTitle: 'Rolle von {{name}}',
  changeRoleExplain:
    'Mit einer neuen Rolle enden alle Zuordnungen dieses Kontos. Verliert jemand dadurch die einzige Betreuung, erhält die Verwaltung einen Alarm.',
  deactivate: 'Deaktivieren',
  deactivateTitle: '{{name}} deaktivieren?',
  deactivateExplain:
    'Die Person wird sofort abgemeldet und kann sich erst nach erneuter Aktivierung wieder anmelden. Die Daten bleiben erhalten. Verliert jemand dadurch die einzige Betreuung, erhält die Verwaltung einen Alarm.',
  reactivate: 'Wieder aktivieren',
  reactivateTitle: '{{name}} wieder aktivieren?',
  reactivateExplain: 'Die Person kann sich wieder anmelden.',
  delete: 'Löschen',
  deleteTitle: '{{name}} löschen?',
  deleteExplain:
    'Das Konto und alles, was dazugehört, wird endgültig gelöscht: Geräte, Messwerte, Stürze, Nachrichten.',
  deleteType: 'Geben Sie zur Bestätigung {{email}} ein',
  none: 'Kein Konto passt dazu',
};
