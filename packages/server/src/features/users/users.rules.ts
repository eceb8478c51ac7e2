/** `Rose Hill` → `R.H.` */
export function toInitials(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => [...name.trim()][0])
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toLocaleUpperCase()}.`)
    .join('');
}
