import {
  integerParameter,
  queueParameters,
  textMapParameter,
  textParameter,
  textParameters,
} from "../parameters.ts";
import type { Queue } from "../queue/queue.ts";
import { toldSettings } from "../queue/queue-settings.ts";
import { invalidQueueParameter, unknownAttribute, unsupported } from "../service-error.ts";
import type { QueueCall, QueueOperation } from "./operation.ts";

const urlOf = ({ baseUrl, queues }: QueueCall, name: string): string =>
  `${baseUrl}/${queues.accountId}/${name}`;

const readCreate = queueParameters({ QueueName: textParameter }, { Attributes: textMapParameter });

export const createQueue: QueueOperation = (context, input) => {
  const { QueueName: name, Attributes: attributes = {} } = readCreate(input, "");
  if (name.endsWith(".fifo")) throw unsupported("FIFO queues");
  if (!/^[\w-]{1,80}$/.test(name))
    throw invalidQueueParameter(
      "Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length",
    );
  context.queues.create(name, attributes);
  return { QueueUrl: urlOf(context, name) };
};

const readUrl = queueParameters({ QueueName: textParameter }, { QueueOwnerAWSAccountId: textParameter });

export const getQueueUrl: QueueOperation = (context, input) => {
  const { QueueName: name, QueueOwnerAWSAccountId: owner = context.queues.accountId } = readUrl(input, "");
  context.queues.at(`${owner}/${name}`);
  return { QueueUrl: urlOf(context, name) };
};

const readList = queueParameters(
  {},
  { QueueNamePrefix: textParameter, MaxResults: integerParameter(1, 1_000), NextToken: textParameter },
);

/** Without MaxResults the service answers the first 1,000 and no token. */
export const listQueues: QueueOperation = (context, input) => {
  const { QueueNamePrefix: prefix = "", MaxResults: most, NextToken: token = "" } = readList(input, "");
  const after = Buffer.from(token, "base64").toString();
  const names = context.queues.names().filter((name) => name.startsWith(prefix) && name > after);
  const page = names.slice(0, most ?? 1_000);
  const hasMore = most !== undefined && names.length > page.length;
  return {
    QueueUrls: page.map((name) => urlOf(context, name)),
    ...(hasMore ? { NextToken: Buffer.from(page.at(-1) ?? "").toString("base64") } : {}),
  };
};

const readQueue = queueParameters({ QueueUrl: textParameter }, {});

export const deleteQueue: QueueOperation = ({ queues }, input) => {
  queues.delete(queues.at(readQueue(input, "").QueueUrl));
  return {};
};

export const purgeQueue: QueueOperation = ({ queues }, input) => {
  queues.at(readQueue(input, "").QueueUrl).purge();
  return {};
};

const readGet = queueParameters({ QueueUrl: textParameter }, { AttributeNames: textParameters });

export const getQueueAttributes: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, AttributeNames: names = [] } = readGet(input, "");
  const told = toldAttributes(queues.at(url));
  const wanted = names.includes("All") ? Object.keys(told) : names;
  const attributes: Record<string, string> = {};
  for (const name of wanted) {
    const value = told[name];
    if (value !== undefined) attributes[name] = value;
    else if (name !== "RedrivePolicy" && name !== "Policy") throw unknownAttribute(name);
  }
  return Object.keys(attributes).length === 0 ? {} : { Attributes: attributes };
};

function toldAttributes(queue: Queue): Record<string, string> {
  const { waiting, inFlight, delayed } = queue.counts;
  const { createdAt, modifiedAt, attributes } = queue.stored;
  return {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(waiting),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    CreatedTimestamp: String(Math.floor(createdAt / 1_000)),
    LastModifiedTimestamp: String(Math.floor(modifiedAt / 1_000)),
    ...toldSettings(attributes),
  };
}

const readSet = queueParameters({ QueueUrl: textParameter, Attributes: textMapParameter }, {});

export const setQueueAttributes: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, Attributes: attributes } = readSet(input, "");
  queues.setAttributes(queues.at(url), attributes);
  return {};
};
