import type { Stack } from "aws-cdk-lib";
import type { Stage } from "#shared/contracts/values/stage.ts";

/** Known before the bucket is there, because the page's policy names it and the bucket names the page (docs/decisions/0138-the-address-comes-first.md). */
export const artifactsBucketName = ({ account, region }: Stack, stage: Stage): string =>
  `drover-${stage}-artifacts-${account}-${region}`;
