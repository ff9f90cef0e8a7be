import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type AxeOptions = Parameters<AxeBuilder["options"]>[0];

/** What axe finds wrong on a page, by rule, with where. */
export async function violationsOn(page: Page, options: AxeOptions = {}) {
  const { violations } = await new AxeBuilder({ page })
    // Without it axe opens a blank page for each look, to join what it found in frames of other origins: there are none.
    .setLegacyMode()
    .options({ ...options, resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}
