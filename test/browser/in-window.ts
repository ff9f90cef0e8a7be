import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Each of these is whole in the window, below the bar and above the line at the bottom, without any scrolling. */
export async function expectInWindow(...shown: readonly Locator[]): Promise<void> {
  for (const one of shown) {
    const box = await one.boundingBox();
    const size = one.page().viewportSize();
    const line = await one.page().locator(".status-line").boundingBox();
    if (box === null || size === null || line === null) throw new Error(`${one} is not shown.`);
    expect(box.width * box.height, `${one}`).toBeGreaterThan(0);
    expect(box.x, `${one}`).toBeGreaterThanOrEqual(0);
    expect(box.y, `${one}`).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, `${one}`).toBeLessThanOrEqual(size.width);
    expect(box.y + box.height, `${one}`).toBeLessThanOrEqual(line.y);
  }
}
