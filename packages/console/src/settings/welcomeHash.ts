/** The fragment of the address after an invitation was accepted: `/settings#welcome`. */
export const welcomeHash = 'welcome';
