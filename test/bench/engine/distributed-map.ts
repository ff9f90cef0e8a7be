import { create, drained, type Figures, ms, start, startBench, withFolder } from "./bench-engine.ts";

const ITEMS = 10_000;

const definition = {
  StartAt: "Each",
  States: {
    Each: {
      Type: "Map",
      Items: "{% [1..$states.input.count] %}",
      MaxConcurrency: 1_000,
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "Double",
        States: {
          Double: { Type: "Pass", Output: "{% $states.input * 2 %}", Next: "Check" },
          Check: {
            Type: "Choice",
            Choices: [{ Condition: "{% $states.input > 0 %}", Next: "Done" }],
            Default: "Done",
          },
          Done: { Type: "Succeed" },
        },
      },
      Output: "{% $count($states.result) %}",
      End: true,
    },
  },
};

export async function distributedMap(): Promise<Figures> {
  return await withFolder(async (dataDir) => {
    const engine = await startBench(dataDir);
    const machine = await create(engine, "each", definition);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const began = performance.now();
    const executionArn = await start(engine, machine, { count: ITEMS });
    await drained(engine, machine);
    const took = performance.now() - began;
    clearInterval(watch);
    const { output } = (await engine.api.call("DescribeExecution", { executionArn })) as { output: string };
    if (output !== String(ITEMS)) throw new Error(`the map gave ${output} results`);
    await engine.close();
    return {
      "Distributed Map over 10,000 items, MaxConcurrency 1,000": ms(took),
      "  its peak memory": `${Math.round(peak / 1_000_000)} MB`,
    };
  });
}
