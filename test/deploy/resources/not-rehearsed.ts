/** Kinds of resources that a rehearsal does not make, each with why nothing of a job is lost by it. Any other kind fails. */
export const notRehearsed: Readonly<Record<string, string>> = {
  "AWS::CDK::Metadata": "CDK's own note of what it was made with",
  "AWS::SQS::QueuePolicy": "refuses what comes without TLS; every call of a rehearsal counts as one with it",
  "AWS::S3::BucketPolicy": "refuses what comes without TLS; every call of a rehearsal counts as one with it",
  "AWS::CloudFront::Distribution":
    "in front of the console's page and the API, which tests of the console go through",
  "AWS::CloudFront::Function": "part of the distribution",
  "AWS::CloudFront::OriginAccessControl": "part of the distribution",
  "AWS::CloudFront::ResponseHeadersPolicy": "part of the distribution",
  "Custom::CDKBucketDeployment": "CDK's own function copies the console's page",
  "Custom::S3AutoDeleteObjects": "CDK's own function empties the page's bucket when the stack goes",
  "AWS::CloudWatch::Alarm": "for operators; no call of a job goes through it",
  "AWS::CloudWatch::CompositeAlarm": "for operators; no call of a job goes through it",
  "AWS::CloudWatch::Dashboard": "for operators; no call of a job goes through it",
  "AWS::Logs::MetricFilter": "for operators; no call of a job goes through it",
  "AWS::Logs::QueryDefinition": "for operators; no call of a job goes through it",
  "AWS::Logs::ResourcePolicy": "who may write to a log that is not rehearsed",
  "AWS::SNS::Topic": "alarms go there",
  "AWS::SNS::TopicPolicy": "alarms go there",
  "AWS::SNS::Subscription": "alarms go there",
};
