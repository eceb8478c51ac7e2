/** Text → sound, by the programs espeak-ng and sox. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Language } from '../../platform/db/tables/accounts.js';

const timeoutMs = 5_000;
/** Telephone quality. */
const format = ['-r', '8000', '-c', '1', '-b', '16'];

export interface Spoken {
  readonly folder: string;
  readonly name: string;
  readonly language: Language;
  readonly text: string;
  /** How often it is said. */
  readonly times: number;
}

/** Returns the path of a WAV file. The end of the sound ends a call, so a pause follows each repetition. */
export async function speak({ folder, name, language, text, times }: Spoken): Promise<string> {
  const [raw, sound] = [join(folder, `${name}-raw.wav`), join(folder, `${name}.wav`)];
  // From standard input and without markup: the text cannot be an option or a command.
  await run('espeak-ng', ['-v', language, '-s', '145', '--stdin', '-w', raw], text);
  await run('sox', [raw, ...format, sound, 'pad', '0.5', '2.5', 'repeat', String(times - 1)]);
  return sound;
}

function run(command: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { timeout: timeoutMs }, (error) => (error ? reject(error) : resolve()));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
