import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { listWeakBorders } from './borders.js';

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function listViolations(rules: AxeBuilder): Promise<string[]> {
  const { violations } = await rules.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
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
  const found = await listViolations(new AxeBuilder({ page }).withTags(allRules));
  found.push(...(await listWeakBorders(page)));
  for (const [colorScheme, contrast] of [
    ['dark', 'no-preference'],
    ['light', 'more'],
  ] as const) {
    await takeLook(page, colorScheme, contrast);
    const weak = await listViolations(new AxeBuilder({ page }).withRules(['color-contrast']));
    for (const violation of [...weak, ...(await listWeakBorders(page))])
      found.push(`${colorScheme}, contrast ${contrast}: ${violation}`);
  }
  await takeLook(page, 'light', 'no-preference');
  return found;
}
