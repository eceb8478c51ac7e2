export const settings = {
  title: 'Settings',
  look: 'Language and appearance',
  language: 'Language',
  scheme: 'Colours',
  schemes: { auto: 'Match device', light: 'Light', dark: 'Dark' },
  sound: 'Alert sound',
  profile: 'Your details',
  phoneExplain: 'Optional. Others can use it to call you about an alert.',
  password: 'Change password',
  current: 'Current password',
  next: 'New password',
  repeat: 'Repeat new password',
  different: 'The new passwords do not match.',
  wrong: 'The current password is wrong.',
  changed: 'Password changed. Other devices have been signed out.',
  delete: {
    open: 'Delete my account',
    explain: 'Permanently deletes your account and your data.',
    title: 'Delete your account permanently?',
    PATIENT: {
      first: 'You are no longer monitored. Falls are not detected any more, and the red button no longer works.',
      second: 'Your falls, your health data, your watch and your messages are deleted. They cannot be restored.',
      third:
        'The people who look after you and the people who run this service are notified that monitoring has ended.',
    },
    CAREGIVER: {
      first: 'You get no more alerts.',
      second: 'Your account and your messages are deleted. They cannot be restored.',
      third:
        'The people who run this service are notified about everybody who is then without a caregiver. Somebody has to take over from you.',
    },
    ADMIN: {
      first: 'You get no more alerts.',
      second: 'Your account and your messages are deleted. They cannot be restored.',
      third: 'The last admin cannot be deleted.',
    },
    password: 'Your password',
    wrong: 'The password is wrong.',
    submit: 'Delete permanently',
  },
  session: 'Sign out',
  sessionExplain: 'On this device. Recommended on a shared device.',
};
