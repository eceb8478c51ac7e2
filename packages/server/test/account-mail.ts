import { expect } from 'vitest';
import { sentTo } from './contacts.js';

/** Mail about an account is sent after the answer: waits for the one with this title. Returns its text. */
export async function waitForMail(address: string, title: string): Promise<string> {
  let text = '';
  const find = async (): Promise<boolean> => {
    const found = (await sentTo(address)).find((message) => message.title === title);
    text = found?.text ?? '';
    return found !== undefined;
  };
  await expect.poll(find).toBe(true);
  return text;
}

export const resetTitle = 'A new password for Fallwatch';
export const confirmTitle = 'Confirm your e-mail address';

/** The secret in the link of this mail. */
export function readToken(text: string): string {
  return /#([\w-]{43})/.exec(text)?.[1] ?? '';
}
