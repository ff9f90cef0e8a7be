/** Sends and receives messages, saying each once it was answered, until somebody kills it: durability.test.ts. */
import { startQueues } from "../../src/sqs/start-queues.ts";

const [dataDir = ""] = process.argv.slice(2);
const queues = startQueues({ dataDir });

async function call(operation: string, input: object): Promise<unknown> {
  const { status, body } = await queues.service({
    method: "POST",
    path: "/",
    query: "",
    headers: { host: "127.0.0.1", "x-amz-target": `AmazonSQS.${operation}` },
    body: Buffer.from(JSON.stringify(input)),
  });
  if (status !== 200) throw new Error(`${operation} was answered ${status}: ${body}`);
  return JSON.parse(String(body));
}

const QueueUrl = "http://127.0.0.1/000000000000/jobs";
await call("CreateQueue", { QueueName: "jobs", Attributes: { VisibilityTimeout: "43200" } });
for (let count = 1; ; count += 1) {
  await call("SendMessage", { QueueUrl, MessageBody: String(count) });
  // Every second one is taken, and stays taken.
  if (count % 2 === 0) await call("ReceiveMessage", { QueueUrl });
  await new Promise<void>((resolve) => process.stdout.write(`${count}\n`, () => resolve()));
}
