import { afterEach, expect, it, vi } from "vitest";
import { loggedMetrics, powertoolsMetrics } from "#functions/runtime/powertools.ts";
import { poolDimension } from "#shared/contracts/farm/metrics.ts";
import { PoolName, TenantId } from "#shared/contracts/values/ids.ts";

afterEach(() => vi.restoreAllMocks());

/** What Lambda writes to the function's log group. */
function written(tell: () => void): readonly unknown[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  tell();
  return lines.map((line) => JSON.parse(line));
}

const pool = poolDimension(TenantId.parse("acme"), PoolName.parse("default"));

it("tells a pool's metrics in one line, for the pool and for the stage, and by nothing else", () => {
  const lines = written(() => powertoolsMetrics("prod").tell({ WaitingJobs: 3, ModelDollars: 0.25 }, pool));
  expect(lines).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: "Drover",
            Dimensions: [["stage"], ["stage", "pool"]],
            Metrics: [
              { Name: "WaitingJobs", Unit: "Count" },
              { Name: "ModelDollars", Unit: "None" },
            ],
          },
        ],
      },
      stage: "prod",
      pool: "acme/default",
      WaitingJobs: 3,
      ModelDollars: 0.25,
    },
  ]);
});

it("tells what is of no pool for the stage alone", () => {
  const [line] = written(() => powertoolsMetrics("prod").tell({ LostJobs: 1 }));
  expect(line).toMatchObject({ _aws: { CloudWatchMetrics: [{ Dimensions: [["stage"]] }] }, LostJobs: 1 });
});

it("of a process that hosts the functions itself the log says them, when it says all", () => {
  const lines: unknown[] = [];
  const silent = () => undefined;
  const logger = {
    debug: (...line: unknown[]) => lines.push(line),
    info: silent,
    warn: silent,
    error: silent,
  };
  loggedMetrics(logger).tell({ Steps: 2 }, pool);
  expect(lines).toEqual([["metrics", { Steps: 2, pool: "acme/default" }]]);
});
