import path from "node:path";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { inProcessHandler, startObjectAndQueueServer } from "@drover/aws-local";
import { unsigned } from "#shared/storage/table/unsigned.ts";
import { create, type Figures, ms, start, startBench, withFolder } from "./bench-engine.ts";

const LINES = 100_000;
const Bucket = "manifests";

const definition = {
  StartAt: "Each",
  States: {
    Each: {
      Type: "Map",
      MaxConcurrency: 200,
      ItemReader: {
        Resource: "arn:aws:states:::s3:getObject",
        ReaderConfig: { InputType: "JSONL" },
        Arguments: { Bucket, Key: "lines.jsonl" },
      },
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "Take",
        States: { Take: { Type: "Pass", Output: { key: "{% $states.input.itemKey %}" }, End: true } },
      },
      ResultWriter: {
        Resource: "arn:aws:states:::s3:putObject",
        Arguments: { Bucket, Prefix: "results" },
      },
      End: true,
    },
  },
};

interface MapRun {
  readonly mapRunArn: string;
  readonly executionCounts: { readonly succeeded: number; readonly running: number; readonly total: number };
}

/** A manifest of 100,000 lines through one Distributed Map, whose concurrency is raised while it runs. */
export const largeMap = (): Promise<Figures> =>
  withFolder(async (dir) => {
    const dirs = { queueDir: path.join(dir, "queues"), objectDir: path.join(dir, "objects") };
    const storage = await startObjectAndQueueServer(dirs);
    const s3 = new S3Client({
      region: "us-east-1",
      endpoint: storage.url,
      forcePathStyle: true,
      credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
      requestHandler: inProcessHandler(storage.services.objects, "127.0.0.1", { streamed: true }),
      signer: unsigned,
    });
    await s3.send(new CreateBucketCommand({ Bucket }));
    const lines = Array.from({ length: LINES }, (_none, line) =>
      JSON.stringify({
        itemKey: `${line}`.padStart(20, "0"),
        line,
        part: 0,
        from: line * 80,
        to: line * 80 + 79,
      }),
    );
    await s3.send(new PutObjectCommand({ Bucket, Key: "lines.jsonl", Body: lines.join("\n") }));
    lines.length = 0;
    const engine = await startBench(path.join(dir, "engine"), { clients: { s3 } });
    const machine = await create(engine, "large", definition);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 50);
    const began = performance.now();
    const executionArn = await start(engine, machine);
    const mapRunArn = await until(() => mapRunOf(engine, executionArn));
    const describe = async () => (await engine.api.call("DescribeMapRun", { mapRunArn })) as MapRun;
    await until(async () => ((await describe()).executionCounts.total === LINES ? true : undefined));
    const read = performance.now() - began;
    await engine.api.call("UpdateMapRun", { mapRunArn, maxConcurrency: 1_000 });
    const most = await until(async () => {
      const { running } = (await describe()).executionCounts;
      return running > 200 ? running : undefined;
    });
    await until(async () => ((await describe()).executionCounts.succeeded === LINES ? true : undefined));
    await until(async () => {
      const { status } = (await engine.api.call("DescribeExecution", { executionArn })) as { status: string };
      return status === "RUNNING" ? undefined : true;
    });
    const took = performance.now() - began;
    clearInterval(watch);
    const timed = async (action: string, request: object): Promise<string> => {
      const from = performance.now();
      for (let count = 0; count < 10; count += 1) await engine.api.call(action, request as never);
      return ms((performance.now() - from) / 10);
    };
    const figures = {
      "Distributed Map over 100,000 lines of JSONL: manifest read": ms(read),
      "  until the end, results written": ms(took),
      "  running at once after UpdateMapRun, at least": most,
      "  its peak memory": `${Math.round(peak / 1_000_000)} MB`,
      "  afterwards, DescribeMapRun": await timed("DescribeMapRun", { mapRunArn }),
      "  ListExecutions of the machine": await timed("ListExecutions", {
        stateMachineArn: machine,
        maxResults: 10,
      }),
      "  ListExecutions of the machine, FAILED": await timed("ListExecutions", {
        stateMachineArn: machine,
        statusFilter: "FAILED",
      }),
      "  ListExecutions of the run, FAILED": await timed("ListExecutions", {
        mapRunArn,
        statusFilter: "FAILED",
      }),
      "  ListMapRuns": await timed("ListMapRuns", { executionArn }),
      "  DescribeExecution": await timed("DescribeExecution", { executionArn }),
    };
    await engine.close();
    s3.destroy();
    await storage.close();
    return figures;
  });

async function mapRunOf(engine: Awaited<ReturnType<typeof startBench>>, executionArn: string) {
  const answer = (await engine.api.call("ListMapRuns", { executionArn })) as { mapRuns: MapRun[] };
  return answer.mapRuns[0]?.mapRunArn;
}

/** Asks seldom, so that asking is not what is measured. */
async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
