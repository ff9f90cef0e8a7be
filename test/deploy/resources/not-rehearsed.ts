/** Kinds of resources that a rehearsal does not make, each with why nothing of a job is lost by it. Any other kind fails. */
export const notRehearsed: Readonly<Record<string, string>> = {
  "AWS::CloudFront::Function": "part of the distribution",
  "AWS::CloudFront::OriginAccessControl": "part of the distribution",
  "AWS::CloudFront::ResponseHeadersPolicy": "part of the distribution",
  "Custom::CDKBucketDeployment": "CDK's own function copies the console's page",
  "Custom::S3AutoDeleteObjects": "CDK's own function empties the page's bucket when the stack goes",
};
