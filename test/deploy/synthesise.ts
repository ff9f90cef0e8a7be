import { writeFileSync } from "node:fs";
import path from "node:path";
import { practiceModel } from "@drover/practice-model";
import { App } from "aws-cdk-lib";
import { bundleConfig } from "#infra/functions/bundle-config.ts";
import { bundlesContext } from "#infra/functions/drover-function.ts";
import { addDroverStacks } from "#infra/stacks/drover-stacks.ts";
import cdkFile from "../../cdk.json" with { type: "json" };
import { account } from "./account.ts";
import { type Assembly, readAssembly } from "./cloudformation/template.ts";

/** Where the templates of a rehearsal say that these are: the rehearsal leads them to this machine. */
export const modelOrigin = "https://model.rehearsal.internal";
export const toolOrigin = "https://tools.rehearsal.internal";

export const tenant = "acme";

const settings = { ...cdkFile.context, modelBaseUrl: modelOrigin, defaultModel: practiceModel };

export interface Assemblies {
  /** With everything that a deployment can have: issuer, machines, a project's config. */
  readonly whole: Assembly;
  /** With nothing but what it must have; its issuer is somebody's. */
  readonly bare: Assembly;
}

/** What a deployment must be told. */
export const bareSettings = { jwtIssuer: "https://login.rehearsal.internal/" };

export const synthesiser =
  (dir: string, bundles: string) =>
  (
    name: string,
    context: Readonly<Record<string, unknown>>,
    options: Parameters<typeof addDroverStacks>[1] = {},
  ): Assembly => {
    const outdir = path.join(dir, name);
    const app = new App({ outdir, context: { ...settings, ...context, [bundlesContext]: bundles } });
    addDroverStacks(app, options);
    app.synth();
    return readAssembly(outdir);
  };

/** Writes what `drover deploy --synth` writes, with the bundles of that folder. */
export async function synthesise(dir: string, bundles: string): Promise<Assemblies> {
  const at = (name: string): string => path.join(dir, name);
  const servers = { notes: { url: `${toolOrigin}/mcp`, timeoutSeconds: 20 } };
  writeFileSync(at("drover.config.mjs"), `export default { mcp: { servers: ${JSON.stringify(servers)} } };`);
  // What machines install is packed elsewhere (test/infra/pack-for-hosts.test.ts).
  writeFileSync(at("drover.tgz"), "packed");
  const config = await bundleConfig(at("drover.config.mjs"));
  const synth = synthesiser(dir, bundles);
  return {
    whole: synth(
      "whole",
      {
        cognito: true,
        scale: "large",
        machineTenants: tenant,
        alarmEmail: "operators@drover.dev",
        domainName: "farm.drover.dev",
        certificateArn: `arn:aws:acm:us-east-1:${account.accountId}:certificate/rehearsed`,
        hostPools: { [`${tenant}/default`]: { devices: 1, warm: 1 } },
      },
      { ...config, packageFile: at("drover.tgz") },
    ),
    bare: synth("bare", bareSettings),
  };
}
