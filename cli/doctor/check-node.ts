import { type Finding, fail, ok } from "./finding.ts";

/** node:sqlite and running TypeScript as it stands both need Node 24; npm scripts put the project's own first. */
export function checkNode(version = process.versions.node): Finding {
  return Number(version.split(".")[0]) >= 24
    ? ok("node", `Node ${version}`)
    : fail(
        "node",
        `Node ${version} is too old`,
        "Run it with 'drover' in the project: npm ci installs Node 24 there.",
      );
}
