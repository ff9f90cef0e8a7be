import { create, drained, type Figures, folderBytes, start, startBench, withFolder } from "./bench-engine.ts";

const EXECUTIONS = 1_000;

const turning = {
  StartAt: "Turn",
  States: {
    Turn: { Type: "Pass", Output: { n: "{% $states.input.n + 1 %}" }, Next: "More" },
    More: {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input.n < 20 %}", Next: "Turn" }],
      Default: "End",
    },
    End: { Type: "Succeed" },
  },
};

/** What ended executions cost on disk, and what is left of that once they are kept no longer. */
export async function retention(): Promise<Figures> {
  return await withFolder(async (dataDir) => {
    const first = await startBench(dataDir);
    const machine = await create(first, "turning", turning);
    for (let count = 0; count < EXECUTIONS; count += 1) await start(first, machine, { n: 0 });
    await drained(first, machine);
    await first.close();
    const before = folderBytes(dataDir);
    const second = await startBench(dataDir, { limits: { retentionDays: 1e-9 } });
    const isEmpty = async () => {
      const answer = await second.api.call("ListExecutions", { stateMachineArn: machine, maxResults: 1 });
      return (answer as { executions: unknown[] }).executions.length === 0;
    };
    while (!(await isEmpty())) await new Promise((resolve) => setImmediate(resolve));
    await second.close();
    // Space is given back bit by bit, the last of it when there is nothing else to do.
    const third = await startBench(dataDir);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await third.close();
    return {
      "journal bytes, 1,000 executions of 41 transitions ended": before,
      "journal bytes once they are kept no longer": folderBytes(dataDir),
    };
  });
}
