/** Query parameters of a list of people: one page, in the order of their names. */
export const byName = { limit: 20, sort: 'lastName', order: 'asc' } as const;
