import { setTimeout as sleep } from "node:timers/promises";
import { processUsage } from "../../process-usage.ts";
import { type BenchFarm, startBenchFarm } from "../bench-farm.ts";
import { kept } from "../kept-bytes.ts";
import { line, megabytes, milliseconds, title } from "../print.ts";
import { benchLines, submitBatch } from "../submit.ts";

/** So many lines, uploaded: one whose 73rd percent is bad, and one that is good and cancelled at once. */
export async function measureManifest(lineCount: number): Promise<void> {
  title(`a manifest of ${lineCount} lines`);
  const farm = await startBenchFarm({ devices: 1, deviceMilliseconds: 0, modelMilliseconds: 0 });
  try {
    const good = [...benchLines(lineCount, 5)];
    const bad = good.with(Math.floor(lineCount * 0.73), { taskId: "x", request: {} });
    await measureOne(farm, "refused", bad);
    await measureOne(farm, "accepted", good);
  } finally {
    await farm.close();
  }
}

async function measureOne(farm: BenchFarm, name: string, lines: readonly object[]): Promise<void> {
  let most = 0;
  const look = async (): Promise<void> => {
    const { residentMebibytes } = await processUsage(farm.file.pid);
    most = Math.max(most, residentMebibytes);
  };
  const watch = setInterval(() => void look().catch(() => undefined), 200);
  await measureWatched(farm, name, lines).finally(() => clearInterval(watch));
  line(`${name}, farm at most`, megabytes(most));
}

async function measureWatched(farm: BenchFarm, name: string, lines: readonly object[]): Promise<void> {
  const { batchId, milliseconds: taken } = await submitBatch(farm, lines, { concurrency: 1 });
  const { status, problems, lineCount } = await farm.call("readBatch", { id: batchId });
  const [problem] = problems;
  const why =
    problem === undefined
      ? `${lineCount} lines`
      : `line ${problem.line}: ${problem.field} ${problem.message}`;
  line(name, `${status} in ${milliseconds(taken)}; ${why}`);
  if (status === "running") await measureCancel(farm, batchId);
}

/** Until the API has answered, and until every line has its end; with what it leaves on the disk. */
async function measureCancel(farm: BenchFarm, batchId: string): Promise<void> {
  const total = async (): Promise<number> =>
    Object.values(await kept(farm)).reduce((sum, bytes) => sum + bytes, 0);
  const [before, started] = [await total(), performance.now()];
  await farm.call("cancelBatch", { id: batchId, body: { reason: "measured" } });
  const answered = performance.now();
  for (;;) {
    const { status } = await farm.call("readBatch", { id: batchId });
    if (status === "cancelled") break;
    await sleep(100);
  }
  const ended = performance.now();
  const bytes = (await total()) - before;
  line(
    "cancelled",
    `answered in ${milliseconds(answered - started)}, over in ${milliseconds(ended - started)}; ${megabytes(bytes / 2 ** 20)} more on disk`,
  );
}
