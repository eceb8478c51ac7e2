import type { Page } from 'playwright-core';

/**
 * Controls whose edge has less than 3:1 (WCAG 2.2, 1.4.11), which axe does not check: the border or the fill of a field
 * or a button must differ from what is behind it. A button without border and fill is known by its text.
 */
export function listWeakBorders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Colour>();
    // Any CSS colour, by drawing it.
    const parse = (text: string): Colour => {
      const before = known.get(text);
      if (before || !canvas) return before ?? [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const colour: Colour = [red, green, blue, alpha / 255];
      known.set(text, colour);
      return colour;
    };
    const luminance = ([red, green, blue]: Colour): number => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (higher + 0.05) / (lower + 0.05);
    };
    const behind = (element: Element): Colour => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        const colour = parse(getComputedStyle(each).backgroundColor);
        if (colour[3] > 0.99) return colour;
      }
      return [255, 255, 255, 1];
    };
    const controls = 'input:not([type=hidden]), select, textarea, button, a.mantine-Button-root';
    const weak: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      // Some fields are inside of what has the border.
      const framed = control.closest('.mantine-PasswordInput-input, .mantine-MultiSelect-input') ?? control;
      const style = getComputedStyle(framed);
      const box = control.getBoundingClientRect();
      if (box.width < 4 || box.height < 4 || style.visibility === 'hidden' || style.opacity === '0') continue;
      if (control.matches(':disabled, [data-disabled]')) continue;
      const ground = behind(framed);
      const [border, fill] = [parse(style.borderTopColor), parse(style.backgroundColor)];
      const hasBorder = Number.parseFloat(style.borderTopWidth) > 0 && border[3] > 0.99;
      const hasFill = fill[3] > 0.99;
      if (!hasBorder && !hasFill && control.matches('button, a')) continue;
      // A pill has its own text and shape: the quiet fill behind it says nothing more.
      if (control.matches('.pill, .tab, .mantine-NavLink-root, .mantine-CloseButton-root, .mantine-Burger-root'))
        continue;
      const edge = Math.max(hasBorder ? contrast(border, ground) : 1, hasFill ? contrast(fill, ground) : 1);
      if (edge < 3)
        weak.push(
          `edge ${edge.toFixed(2)}:1 of ${control.outerHTML.slice(0, 160)} on rgb(${ground.slice(0, 3).join()})`,
        );
    }
    return weak;
  });
}
