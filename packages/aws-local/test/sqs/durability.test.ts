import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startQueues } from "../../src/sqs/start-queues.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-sent-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** The last message that was answered before the process was killed, as soon as it had come this far. */
async function sentUntil(killAt: number): Promise<number> {
  const program = path.join(import.meta.dirname, "send-until-killed.ts");
  const child = spawn(process.execPath, ["--no-warnings", "--conditions=@drover/source", program, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.split("\n").length > killAt) child.kill("SIGKILL");
  });
  await once(child, "close");
  return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
}

it.each([1, 400])(
  "loses nothing that was answered when the process is killed after %i messages, nor gives a taken one out again",
  async (killAt) => {
    const answered = await sentUntil(killAt);
    const queues = startQueues({ dataDir: dir });
    const QueueUrl = "http://127.0.0.1/000000000000/jobs";
    const call = async (operation: string, input: object) => {
      const { body } = await queues.service({
        method: "POST",
        path: "/",
        query: "",
        headers: { host: "127.0.0.1", "x-amz-target": `AmazonSQS.${operation}` },
        body: Buffer.from(JSON.stringify({ QueueUrl, ...input })),
      });
      return JSON.parse(String(body));
    };
    const bodies: number[] = [];
    for (;;) {
      const { Messages = [] } = await call("ReceiveMessage", { MaxNumberOfMessages: 10 });
      if (Messages.length === 0) break;
      bodies.push(...Messages.map(({ Body }: { Body: string }) => Number(Body)));
    }
    const { Attributes } = await call("GetQueueAttributes", { AttributeNames: ["All"] });
    queues.close();
    // One more may have been sent, or taken, whose answer was not heard.
    const sent = Number(Attributes.ApproximateNumberOfMessagesNotVisible);
    expect([answered, answered + 1]).toContain(sent);
    const taken = sent - bodies.length;
    expect([Math.floor(answered / 2), Math.floor((answered + 1) / 2)]).toContain(taken);
    expect(bodies).toEqual(Array.from({ length: bodies.length }, (_none, index) => taken + index + 1));
  },
);
