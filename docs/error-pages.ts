import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CatalogueEntry, Fault } from "#shared/errors/catalogue/catalogue-entry.ts";
import { catalogue } from "#shared/errors/catalogue.ts";

const faults: Readonly<Record<Fault, string>> = {
  caller: "caused by the caller",
  agent: "caused by the agent",
  modelService: "caused by the model service",
  app: "caused by the app",
  device: "caused by the device",
  host: "caused by the host",
  cloud: "caused by the cloud",
  farm: "caused by the farm",
};
const waysOn: Readonly<Record<CatalogueEntry["recovery"], string | undefined>> = {
  sameDevice: "the job continues on the same device",
  otherDevice: "the job continues on another device",
  wait: "the job waits",
  none: undefined,
};

/**
 * Each code's page by its path from docs/. The catalogue gives the title and the first paragraph; what follows, why it happens and
 * what else helps, is written by hand in the page itself.
 */
export const errorPages = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(catalogue).map(([code, entry]) => {
      const page = `errors/${code}.md`;
      const file = path.join(import.meta.dirname, page);
      const written = existsSync(file) ? byHand(readFileSync(file, "utf8").trim().split("\n\n")) : [];
      if (written.length === 0)
        throw new Error(`docs/${page} does not say why: write a paragraph, then run "npm run openapi".`);
      return [page, `${[`# ${code}`, fromCatalogue(entry), ...written].join("\n\n")}\n`];
    }),
  );

const byHand = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.filter((paragraph) => !/^#|^\*HTTP /.test(paragraph));

function fromCatalogue({ status, fault, retryable, recovery, effect, advice }: CatalogueEntry): string {
  const facts = [
    `HTTP ${status}`,
    faults[fault],
    retryable ? "trying again may help" : undefined,
    waysOn[recovery],
    effect === "none" ? "nothing was done on the device" : undefined,
  ];
  // Advice is read in terminals too, where a command is in quotes.
  const marked = advice.join(" ").replaceAll(/(?<!\w)'([^']+)'(?!\w)/g, "`$1`");
  return `*${facts.filter((fact) => fact !== undefined).join(" · ")}.* ${marked}`;
}
