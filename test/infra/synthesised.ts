import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App } from "aws-cdk-lib";
import { afterAll } from "vitest";
import { addDroverStacks } from "#infra/drover-stacks.ts";

export const settings = {
  jwtIssuer: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Synthesis",
  jwtAudience: "drover",
  defaultModel: "claude-sonnet-5-5",
  modelBaseUrl: "https://api.anthropic.com",
};

/** With an issuer of the deployment's own. */
export const withPool = { jwtIssuer: undefined, cognito: "true" };

/** What machines of `hostPools` would install: any file will do where nothing is deployed. */
const packageFile = path.join(import.meta.dirname, "synthesised.ts");

/** The stacks without bundles, which another test builds. What they write goes when the file's tests are done. */
export function synthesised(given: Readonly<Record<string, unknown>> = {}) {
  const outdir = mkdtempSync(path.join(tmpdir(), "drover-cdk-"));
  afterAll(() => rmSync(outdir, { recursive: true }));
  const app = new App({ outdir, context: { ...settings, ...given } });
  return { app, ...addDroverStacks(app, "hostPools" in given ? { packageFile } : {}) };
}
