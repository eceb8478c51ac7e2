/**
 * The head of one alert. Filled red: the person needs an answer. Outlined: nobody has fallen just now (a reminder), or
 * there is nothing to do any more (over).
 */
export const alertLooks = {
  waiting: { bg: 'var(--danger-fill)', c: 'var(--danger-on)', bd: '4px solid transparent' },
  drill: { bg: 'var(--drill-fill)', c: 'var(--drill-on)', bd: '4px solid transparent' },
  taken: { bg: 'var(--primary-fill)', c: 'var(--primary-on)', bd: '4px solid transparent' },
  reminder: { bd: '4px solid var(--danger-border)' },
  over: { bd: '4px solid var(--line-strong)' },
} as const;
