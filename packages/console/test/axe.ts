import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { listWeakBorders } from './borders.js';

const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const contrastRule: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** In the page itself: @axe-core/playwright opens another page for each result, which costs more than the rules. */
async function listViolations(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ runOnly });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
  }, runOnly);
}

/** Without a reload: the page follows the media queries. */
async function takeLook(page: Page, colorScheme: 'light' | 'dark', contrast: 'more' | 'no-preference'): Promise<void> {
  await page.emulateMedia({ colorScheme, contrast });
  const wanted = contrast === 'more' ? 'high' : 'standard';
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"][data-contrast="${wanted}"]`).waitFor();
  await page.waitForTimeout(200);
}

/** By day, by night and in high contrast. All rules in light mode; in the other looks only the colours differ, so only contrast and borders are checked. */
export async function violationsByDayAndNight(page: Page): Promise<string[]> {
  const found = await listViolations(page, allRules);
  found.push(...(await listWeakBorders(page)));
  for (const [colorScheme, contrast] of [
    ['dark', 'no-preference'],
    ['light', 'more'],
  ] as const) {
    await takeLook(page, colorScheme, contrast);
    const weak = await listViolations(page, contrastRule);
    for (const violation of [...weak, ...(await listWeakBorders(page))])
      found.push(`${colorScheme}, contrast ${contrast}: ${violation}`);
  }
  await takeLook(page, 'light', 'no-preference');
  return found;
}
