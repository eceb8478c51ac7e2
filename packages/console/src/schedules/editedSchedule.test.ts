import { expect, test } from 'vitest';
import { addMember, type EditedMember, moveUp, toBody, toEdited } from './editedSchedule.js';

const anna = { id: 'a', name: 'Anna Berg' };
const ben = { id: 'b', name: 'Ben Thal' };
const names = (members: readonly EditedMember[]) => members.map(({ name }) => name);

test('members keep their order, and one person may have several turns', () => {
  const members = addMember(addMember(addMember([], anna), ben), anna);
  expect(new Set(members.map(({ key }) => key)).size).toBe(3);
  expect(names(moveUp(members, members[2]?.key ?? -1))).toEqual(['Anna Berg', 'Anna Berg', 'Ben Thal']);
  expect(names(moveUp(members, members[0]?.key ?? -1))).toEqual(names(members));
});

test('a new schedule covers every day', () => {
  const edited = { ...toEdited(undefined, 'Europe/Berlin'), name: ' Night ', members: addMember([], anna) };
  expect(toBody(edited)).toMatchObject({
    name: 'Night',
    zone: 'Europe/Berlin',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    members: ['a'],
  });
});
