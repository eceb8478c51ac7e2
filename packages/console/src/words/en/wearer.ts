export const wearer = {
  title: 'wearer',
};
