import { Duration } from "aws-cdk-lib";
import { ParamsAndSecretsLayerVersion, ParamsAndSecretsVersions } from "aws-cdk-lib/aws-lambda";

/** What reads secrets for a function, and keeps them a while. */
export const secretsLayer = (): ParamsAndSecretsLayerVersion =>
  ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103, {
    // A rotated key is used within two minutes: so long the functions keep it at most besides.
    secretsManagerTtl: Duration.minutes(1),
  });
