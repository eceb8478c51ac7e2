const hourMs = 3_600_000;

/** A night shift that begins at 20:00 is warned about at 08:00, when the office opens. */
export const warnBeforeMs = 12 * hourMs;
/** Who is on duty by then must be able to be reached: the list of the admins. */
export const listedBeforeMs = 24 * hourMs;
/** How far ahead the next shift is looked for. */
export const shownBeforeMs = 7 * 24 * hourMs;
