export const board = {
  title: 'board',
};
