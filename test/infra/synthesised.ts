import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { addDroverStacks } from "#infra/stacks/drover-stacks.ts";

export const settings = {
  jwtIssuer: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Synthesis",
  jwtAudience: "drover",
  defaultModel: "claude-sonnet-5-5",
  modelBaseUrl: "https://api.anthropic.com",
  scale: "large",
};

/** With an issuer of the deployment's own. */
export const withPool = { jwtIssuer: undefined, cognito: "true" };

/** What machines of `hostPools` would install: any file will do where nothing is deployed. */
const packageFile = path.join(import.meta.dirname, "synthesised.ts");

type Given = Readonly<Record<string, unknown>>;

/** The stacks without bundles, which another test builds. */
export function stacksOf(given: Given) {
  const app = new App({ context: { ...settings, ...given } });
  return { app, ...addDroverStacks(app, "hostPools" in given ? { packageFile } : {}) };
}

const stacks = [
  "firewall",
  "address",
  "storage",
  "workflow",
  "pool",
  "api",
  "page",
  "operations",
  "hosts",
] as const;
type Templates = Readonly<Record<(typeof stacks)[number], Template>>;

/**
 * The templates of the stacks, an empty one for a stack that these settings do without. What one file of a run has synthesised is handed
 * on to the others as JSON: it takes seconds.
 */
export function synthesised(given: Given = {}): Templates {
  const told = JSON.stringify(given, (_name, value) => value ?? null);
  const key = createHash("sha256").update(told).digest("hex");
  const file = path.join(tmpdir(), `drover-templates-${key}.json`);
  if (!existsSync(file)) writeTemplates(file, given);
  const written = JSON.parse(readFileSync(file, "utf8"));
  return Object.fromEntries(
    stacks.map((name) => [name, Template.fromJSON(written[name] ?? {})]),
  ) as unknown as Templates;
}

/** In one step: another file may ask for the same at this moment. */
function writeTemplates(file: string, given: Given): void {
  const made = stacksOf(given);
  const templates = stacks.map((name) => [name, made[name] && Template.fromStack(made[name]).toJSON()]);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(Object.fromEntries(templates)));
  renameSync(`${file}.${process.pid}`, file);
}
