export const users = {
  lastLogin: 'Last signed in',
  you: 'This is you',
  caredFor: 'People they look after',
  role: 'Role',
  change: 'Change',
  changeOf: 'Change {{name}}',
  changeRole: 'Change role',
  changeRoleTitle: 'Role of {{name}}',
  changeRoleExplain:
    'A new role ends all assignments of this account. The admins are alerted about people who lose their only caregiver.',
  deactivate: 'Deactivate',
  deactivateTitle: 'Deactivate {{name}}?',
  deactivateExplain:
    'They are signed out immediately and cannot sign in until reactivated. Their data is kept. The admins are alerted about people who lose their only caregiver.',
  reactivate: 'Reactivate',
  reactivateTitle: 'Reactivate {{name}}?',
  reactivateExplain: 'They can sign in again.',
  delete: 'Delete',
  deleteTitle: 'Delete {{name}}?',
  deleteExplain: 'The account and all its data are deleted permanently: devices, readings, falls, messages.',
  deleteType: 'To confirm, type {{email}}',
  none: 'No account matches',
};
