import { mkdirSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

interface Step {
  readonly name: string;
  readonly taps: number;
  readonly fields: number;
  readonly seconds: number;
}

/** Does what a person's hand does, and counts it. */
export interface Hand {
  readonly tap: (target: Locator) => Promise<void>;
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Ends a step: prints its taps, its filled fields and its time, and takes a picture of the page. */
  readonly step: (name: string, page: Page) => Promise<void>;
  /** Writes the table of all steps beside the pictures. */
  readonly end: () => void;
}

export function createHand(folder: string | undefined): Hand {
  const steps: Step[] = [];
  let [taps, fields, startedAt] = [0, 0, performance.now()];
  if (folder) mkdirSync(folder, { recursive: true });
  return {
    async tap(target) {
      taps += 1;
      await target.click();
    },
    async type(field, text) {
      fields += 1;
      await field.fill(text);
    },
    async step(name, page) {
      const seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1));
      steps.push({ name, taps, fields, seconds });
      process.stdout.write(`${steps.length}. ${name}: ${taps} taps, ${fields} fields, ${seconds} s\n`);
      const file = `${String(steps.length).padStart(2, '0')}-${name.replace(/[^a-z]+/gi, '-').toLowerCase()}.png`;
      if (folder) await page.screenshot({ path: `${folder}/${file}` });
      [taps, fields, startedAt] = [0, 0, performance.now()];
    },
    end() {
      const sum = (key: 'taps' | 'fields' | 'seconds') => steps.reduce((total, step) => total + step[key], 0);
      const total = { name: 'in all', taps: sum('taps'), fields: sum('fields'), seconds: sum('seconds') };
      const rows = [...steps, total].map(
        ({ name, taps, fields, seconds }) => `| ${name} | ${taps} | ${fields} | ${seconds.toFixed(1)} |`,
      );
      const table = ['| step | taps | fields | seconds |', '|---|---|---|---|', ...rows, ''].join('\n');
      process.stdout.write(table);
      if (folder) writeFileSync(`${folder}/steps.md`, table);
    },
  };
}
