import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function listViolations(rules: AxeBuilder): Promise<string[]> {
  const { violations } = await rules.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** All rules in light mode; in dark mode only the colours differ, so only contrast is checked. */
export async function violationsByDayAndNight(page: Page): Promise<string[]> {
  const byDay = await listViolations(new AxeBuilder({ page }).withTags(allRules));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.waitForTimeout(300);
  const byNight = await listViolations(new AxeBuilder({ page }).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  return [...byDay, ...byNight.map((violation) => `in the dark, ${violation}`)];
}
