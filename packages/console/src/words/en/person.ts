export const person = {
  title: 'person',
};
