import { type Stack, Validations } from "aws-cdk-lib";
import type { Distribution } from "aws-cdk-lib/aws-cloudfront";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { foreignOutput } from "./stack-names.ts";

/** Why the deployment's address is as it is where AWS Solutions' rules would have it otherwise. */
export function acknowledgeAddress(bucket: IBucket, distribution: Distribution): void {
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "The bucket holds the files of a public page, and CloudFront alone reads them: who asks is no secret.",
  });
  Validations.of(distribution).acknowledge(
    {
      id: "AwsSolutions-CFR1",
      reason:
        "A farm's people may work anywhere; whoever wants to keep countries out adds that to the distribution.",
    },
    {
      id: "AwsSolutions-CFR3",
      reason:
        "Every request that reads or changes something reaches the API, whose access log names its subject.",
    },
    {
      id: "AwsSolutions-CFR4",
      reason:
        "Without a domain of one's own the certificate is CloudFront's, for which TLS 1.2 cannot be demanded; with a domain the setting holds.",
    },
  );
}

const copier =
  "CDK's own function that copies the page's files into the page's bucket, while a deployment runs";

/** What CDK's BucketDeployment brings along. */
export function acknowledgeCopying(stack: Stack, stage: Stage): void {
  const files = foreignOutput(stage, "Address", "PublishOutputFnGetAttFiles8E6940B8ArnB90C6676");
  const assets = "arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*";
  const wildcards = [
    ...["s3:GetObject*", "s3:GetBucket*", "s3:List*", "s3:DeleteObject*", "s3:Abort*"].map(
      (action) => `Action::${action}`,
    ),
    `Resource::${assets}`,
    `Resource::${files}/*`,
  ];
  Validations.of(stack).acknowledge(
    ...wildcards.map((finding) => ({
      id: `AwsSolutions-IAM5[${finding}]`,
      reason: `It is ${copier}: it may read CDK's assets and write that bucket.`,
    })),
    {
      id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
      reason: `It is the role of ${copier}: it writes its own log.`,
    },
    { id: "AwsSolutions-L1", reason: `The runtime is chosen by CDK for ${copier}.` },
  );
}
