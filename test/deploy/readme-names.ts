import { readFileSync } from "node:fs";
import path from "node:path";

const readme = readFileSync(path.resolve(import.meta.dirname, "../../infra/README.md"), "utf8");
const namesIn = (pattern: RegExp): readonly string[] => [
  ...new Set([...readme.matchAll(pattern)].map(([, name = ""]) => name)),
];

/** Outputs that infra/README.md tells its reader to put in, as `<TableName>`; what he chooses himself is in small letters. */
export const outputsInReadme = namesIn(/<([A-Z][A-Za-z]+)>/g).filter(
  (name) => !["Service", "Tenant"].includes(name),
);

/** Commands that it tells him to call. */
export const commandsInReadme = namesIn(/drover ([a-z]+)/g);
