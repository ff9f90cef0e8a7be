import { Architecture, Code, LayerVersion, Runtime } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/** What lies in the folder is found by a function under /opt, beside its own bundle. */
export const projectConfigLayer = (
  scope: Construct,
  directory: string | undefined,
): LayerVersion | undefined =>
  directory === undefined
    ? undefined
    : new LayerVersion(scope, "ProjectConfig", {
        description: "The project's drover.config.ts as one module",
        code: Code.fromAsset(directory),
        compatibleRuntimes: [Runtime.NODEJS_24_X],
        compatibleArchitectures: [Architecture.ARM_64],
      });
