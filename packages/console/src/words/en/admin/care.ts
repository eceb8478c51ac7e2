export const people = {
  care: 'Caregiver',
  careAny: 'All people',
  careNone: 'Without a caregiver',
  score: 'Health score',
  highRisk: 'High risk',
  invited: 'Invited, not signed in yet',
  born: 'Born',
  assign: 'Assign a caregiver',
  assignTo: 'A caregiver for {{name}}',
  assignExplain: 'A caregiver sees the person’s data and gets their alerts.',
  none: 'No people yet',
  noneExplain: 'People appear when they sign up, or when a caregiver adds them.',
  noneAlone: 'Everybody has a caregiver',
  search: 'Name or e-mail',
};

export const caregivers = {
  create: 'Add a caregiver',
  createExplain: 'They get a link to choose their own password.',
  people: 'Looks after',
  peopleCount_one: '{{count}} person',
  peopleCount_other: '{{count}} people',
  openAlerts: 'Open alerts',
  none: 'No caregivers yet',
  noneExplain: 'Add the first one, so that alerts reach somebody.',
  optionalPhone: 'Phone (optional)',
};

export const caregiver = {
  looksAfter: 'Looks after',
  assign: 'Assign a person',
  assignTo: 'A person for {{name}}',
  none: 'Nobody assigned yet',
  noneExplain: 'Assign a person: this caregiver then gets their alerts.',
  takeAway: 'Unassign',
  takeAwayTitle: 'Unassign {{name}}?',
  takeAwayExplain:
    '{{caregiver}} will no longer see the data of {{name}} or get their alerts. If {{name}} has no other caregiver, the admins are alerted.',
  specialization: 'Specialization',
  organization: 'Organization',
  relationship: 'Relationship',
  lastActive: 'Last active',
  falls: 'Falls in 30 days',
  devices: 'Devices',
};
