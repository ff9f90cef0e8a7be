import path from "node:path";
import { App } from "aws-cdk-lib";
import { bundleFunctions } from "#infra/bundle-functions.ts";
import { bundlesContext } from "#infra/drover-function.ts";
import { addDroverStacks } from "#infra/drover-stacks.ts";
import { practiceModel } from "#local/model/start-model-server.ts";
import cdkFile from "../../cdk.json" with { type: "json" };
import { type Assembly, readAssembly } from "./cloudformation/template.ts";

/** Where the templates of a rehearsal say that the model service is: the rehearsal leads it to the practice model. */
export const modelOrigin = "https://model.rehearsal.internal";

const settings = {
  ...cdkFile.context,
  jwtIssuer: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Synthesis",
  modelBaseUrl: modelOrigin,
  defaultModel: practiceModel,
};

/** Writes what `drover deploy --synth` writes, bundles and all. */
export async function synthesise(dir: string): Promise<Assembly> {
  const [outdir, bundles] = [path.join(dir, "assembly"), path.join(dir, "bundles")];
  await bundleFunctions(bundles);
  const app = new App({ outdir, context: { ...settings, [bundlesContext]: bundles } });
  addDroverStacks(app);
  app.synth();
  return readAssembly(outdir);
}
