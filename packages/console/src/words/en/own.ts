/** What wearers do with their own data. */
export const own = {
  falls: 'My falls',
  fallsExplain: 'See my falls',
  fallsNone: 'No fall on record.',
  deviceDelete: 'Delete this device',
  deviceDeleteExplain: 'Deletes the device and everything it has measured. Recorded falls stay.',
  deviceDeleteTitle: 'Delete {{device}}?',
  deviceDeleteConfirm: 'Its readings are deleted and cannot be restored. Falls are no longer detected with it.',
};
