/** Words that several screens share. */
export const lists = {
  filters: 'Filters',
  nothingFound: 'Nothing matches',
  nothingFoundExplain: 'Remove a filter, or search for a part of the name.',
  person: 'Person',
  status: 'Status',
  severity: 'Severity',
  since: 'Since',
  from: 'From',
  to: 'To',
  assign: 'Assign',
  relationship: 'Relationship (optional)',
  relationshipExample: 'Daughter, night nurse …',
  pick: 'Type a part of the name',
  nobodyFound: 'Nobody with this name',
};
