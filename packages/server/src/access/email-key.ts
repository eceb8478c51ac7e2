/** Two addresses with the same key are the same account. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
