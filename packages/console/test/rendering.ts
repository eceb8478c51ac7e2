import type { BrowserContext, Page } from 'playwright-core';

/** The fields of a fiber that React's developer tools read. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

interface Watched {
  /** Number of rendered components in each commit. */
  readonly commits: number[];
  /** From each touch or key press to the next frame, by the browser's event timing. */
  readonly delaysMs: number[];
  formats: number;
}

interface Measure {
  readonly name: string;
  readonly ms: number;
  readonly rendered: number;
}

/**
 * Runs before the page loads: counts rendered components through the hook of React's developer tools, and date formats.
 */
export async function watchRendering(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched: Watched = { commits: [], delaysMs: [], formats: 0 };
    // Tags of function, forwardRef and plain memo components; the flag means that React called the function.
    const [componentTags, performedWork] = [[0, 11, 15], 1];
    const count = ({ tag, flags, child, alternate }: Fiber): number => {
      let rendered = componentTags.includes(tag) && (alternate === null || (flags & performedWork) !== 0) ? 1 : 0;
      // Same child: React did not render anything below.
      if (alternate !== null && alternate.child === child) return rendered;
      for (let each = child; each !== null; each = each.sibling) rendered += count(each);
      return rendered;
    };
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => watched.commits.push(count(current)),
    };
    Object.assign(window, { watched, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: (target, given) => {
        watched.formats += 1;
        return Reflect.construct(target, given);
      },
    });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.delaysMs.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/**
 * Each interaction runs this often and the best counts: an event from the service at the same moment is not its work.
 */
const rounds = 3;

/** The longest delay and the largest commit of each interaction. */
export async function measureEach(
  page: Page,
  interactions: Readonly<Record<string, () => Promise<void>>>,
  startOver: () => Promise<void>,
): Promise<Measure[]> {
  const best = new Map<string, Measure>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, act] of Object.entries(interactions)) {
      const { ms, rendered } = await measure(page, act);
      const before = best.get(name) ?? { ms, rendered };
      best.set(name, { name, ms: Math.min(ms, before.ms), rendered: Math.min(rendered, before.rendered) });
    }
    await startOver();
  }
  return [...best.values()];
}

async function measure(page: Page, act: () => Promise<void>): Promise<Omit<Measure, 'name'>> {
  await takeWatched(page);
  await act();
  // Long enough for the service's answer and the renders it causes.
  await page.waitForTimeout(800);
  const { delaysMs, commits } = await takeWatched(page);
  return { ms: Math.max(0, ...delaysMs), rendered: Math.max(0, ...commits) };
}

/** Returns and clears what was recorded. */
function takeWatched(page: Page): Promise<Pick<Watched, 'commits' | 'delaysMs'>> {
  return page.evaluate(() => {
    const { commits, delaysMs } = (window as unknown as { watched: Watched }).watched;
    return { commits: commits.splice(0), delaysMs: delaysMs.splice(0) };
  });
}

export const countFormats = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched.formats);

export const highest = (measured: readonly Measure[], by: 'ms' | 'rendered'): Measure =>
  measured.reduce((one, other) => (other[by] > one[by] ? other : one));
