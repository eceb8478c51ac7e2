/**
 * The head of one alert. Filled red: the person needs an answer. Outlined: nobody has fallen just now (a reminder), or
 * there is nothing to do any more (over).
 */
export const alertLooks = {
  waiting: { bg: '#b42020', c: 'white', bd: '4px solid transparent' },
  drill: { bg: '#5b3fb0', c: 'white', bd: '4px solid transparent' },
  taken: { bg: 'petrol.9', c: 'white', bd: '4px solid transparent' },
  reminder: { bd: '4px solid var(--mantine-color-error)' },
  over: { bd: '4px solid var(--mantine-color-dimmed)' },
} as const;
