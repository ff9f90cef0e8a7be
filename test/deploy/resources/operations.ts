import * as z from "zod";
import { metricNamespace, metrics } from "#shared/contracts/farm/metrics.ts";
import { secondaryIndexes } from "#shared/storage/table/table-definition.ts";
import { account } from "../account.ts";
import type { RehearsedCloud } from "../rehearsed-cloud.ts";
import type { ResourceKind } from "./resource-kind.ts";

const topic: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { TopicName = chosenName } = z.object({ TopicName: z.string().optional() }).parse(properties);
  const arn = account.arn("sns", TopicName);
  cloud.there.set(arn, "AWS::SNS::Topic");
  return { ref: arn, attributes: { TopicArn: arn, TopicName } };
};

const topicPolicy: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { Topics } = z.object({ Topics: z.array(z.string()).min(1) }).parse(properties);
  for (const arn of Topics) cloud.mustBeThere(arn, "AWS::SNS::Topic");
  return { ref: chosenName };
};

const subscription: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { TopicArn } = z.object({ TopicArn: z.string(), Endpoint: z.string().min(1) }).parse(properties);
  cloud.mustBeThere(TopicArn, "AWS::SNS::Topic");
  return { ref: chosenName };
};

interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: ReadonlyMap<string, string>;
}

/** What a dimension of AWS's own metrics names, which must be there. */
const dimensions: Readonly<Record<string, (cloud: RehearsedCloud, value: string) => boolean>> = {
  "AWS/Lambda FunctionName": (cloud, name) => cloud.functions.functions.has(name),
  "AWS/States StateMachineArn": (cloud, arn) => cloud.machinePrincipals.has(arn),
  "AWS/SQS QueueName": (cloud, name) => cloud.there.has(account.arn("sqs", name)),
  "AWS/DynamoDB TableName": (cloud, name) => cloud.there.has(name),
  "AWS/DynamoDB GlobalSecondaryIndexName": (_cloud, name) =>
    secondaryIndexes.some((index) => index.name === name),
  "AWS/Logs LogGroupName": (cloud, name) => cloud.there.has(name),
  "AWS/ApiGateway ApiId": (cloud, id) => cloud.httpApis.has(id),
  "AWS/AutoScaling AutoScalingGroupName": (cloud, name) => cloud.groups.groups.has(name),
};

/** A metric that nobody tells would leave an alarm silent for ever. @throws Error that names what is not there */
function mustBeTold(cloud: RehearsedCloud, { namespace, name, dimensions: given }: Metric): void {
  if (namespace === metricNamespace) {
    const isFilters = cloud.there.get(`metric ${name}`) !== undefined;
    if (!isFilters && !Object.hasOwn(metrics, name)) throw new Error(`nobody tells a metric ${name}`);
    return;
  }
  for (const [dimension, value] of given) {
    const isThere = dimensions[`${namespace} ${dimension}`];
    if (isThere === undefined) throw new Error(`a rehearsal does not know ${namespace} by ${dimension}`);
    if (!isThere(cloud, value)) throw new Error(`${namespace} ${name} is of ${value}, which is not there`);
  }
}

const Dimensions = z
  .array(z.object({ Name: z.string(), Value: z.string() }))
  .default([])
  .transform((list) => new Map(list.map(({ Name, Value }) => [Name, Value])));
const Stat = z.object({
  Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions }),
});
const Alarm = z.object({
  AlarmActions: z.array(z.string()).min(1),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions,
  Metrics: z.array(z.object({ MetricStat: Stat.optional() })).default([]),
});

const alarm: ResourceKind = ({ properties, chosenName }, cloud) => {
  const given = Alarm.parse(properties);
  for (const action of given.AlarmActions)
    if (!["AWS::SNS::Topic", "AWS::AutoScaling::ScalingPolicy"].includes(cloud.there.get(action) ?? ""))
      throw new Error(`it is to ring on ${action}, which is not there`);
  const { Namespace: namespace, MetricName: name, Dimensions: own } = given;
  if (namespace !== undefined && name !== undefined) mustBeTold(cloud, { namespace, name, dimensions: own });
  for (const { MetricStat } of given.Metrics) {
    if (MetricStat === undefined) continue;
    const { Metric: one } = MetricStat;
    mustBeTold(cloud, { namespace: one.Namespace, name: one.MetricName, dimensions: one.Dimensions });
  }
  return { ref: chosenName, attributes: { Arn: account.arn("cloudwatch", `alarm:${chosenName}`) } };
};

const MetricFilter = z.object({
  MetricTransformations: z.array(z.object({ MetricName: z.string(), MetricNamespace: z.string() })).min(1),
});

/** It tells a metric of its own. */
const metricFilter: ResourceKind = ({ properties, chosenName }, cloud) => {
  for (const { MetricName } of MetricFilter.parse(properties).MetricTransformations)
    cloud.there.set(`metric ${MetricName}`, "AWS::Logs::MetricFilter");
  return { ref: chosenName };
};

const PolicyOfLogs = z.object({
  Statement: z.array(z.looseObject({ Effect: z.literal("Allow"), Resource: z.string().min(1) })),
});
const LogPolicy = z.object({ PolicyName: z.string(), PolicyDocument: z.string().max(5_120) });

const logPolicy: ResourceKind = ({ properties, chosenName }) => {
  PolicyOfLogs.parse(JSON.parse(LogPolicy.parse(properties).PolicyDocument));
  return { ref: chosenName };
};

const Widgets = z.object({
  widgets: z.array(z.object({ properties: z.object({ metrics: z.array(z.unknown()).default([]) }) })),
});
/** `[namespace, name, dimension, value, …, { options }]`; an expression is options alone. */
const Row = z.array(z.unknown()).transform((row) => row.filter((one) => typeof one === "string"));

const dashboard: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { DashboardBody } = z.object({ DashboardBody: z.string() }).parse(properties);
  for (const widget of Widgets.parse(JSON.parse(DashboardBody)).widgets)
    for (const row of widget.properties.metrics) {
      const [namespace, name, ...pairs] = Row.parse(row);
      if (namespace === undefined || name === undefined) continue;
      const values = pairs.flatMap((key, index) =>
        index % 2 === 0 ? [[key, pairs[index + 1] ?? ""] as const] : [],
      );
      mustBeTold(cloud, { namespace, name, dimensions: new Map(values) });
    }
  return { ref: chosenName };
};

export const operationKinds = {
  "AWS::SNS::Topic": topic,
  "AWS::SNS::TopicPolicy": topicPolicy,
  "AWS::SNS::Subscription": subscription,
  "AWS::CloudWatch::Alarm": alarm,
  "AWS::CloudWatch::Dashboard": dashboard,
  "AWS::Logs::MetricFilter": metricFilter,
  "AWS::Logs::ResourcePolicy": logPolicy,
} as const satisfies Readonly<Record<string, ResourceKind>>;
