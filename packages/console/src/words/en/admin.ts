export const admin = {
  title: 'admin',
};
