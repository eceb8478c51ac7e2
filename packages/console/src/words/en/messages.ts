export const messages = {
  title: 'messages',
};
