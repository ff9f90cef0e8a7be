import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

const names = Array.from({ length: 39 }, (_, index) => `v${index}`);

/** Fills the execution's variables to nearly ten megabytes, and fails. */
const hoarding = {
  StartAt: names[0],
  States: {
    ...Object.fromEntries(
      names.map((name, index) => [
        name,
        { Type: "Pass", Assign: { [name]: "{% $states.input %}" }, Next: names[index + 1] ?? "Wrong" },
      ]),
    ),
    Wrong: { Type: "Fail", Error: "Wrong" },
  },
};

const turning = {
  StartAt: "A",
  States: {
    A: { Type: "Pass", Next: "W" },
    W: { Type: "Wait", Timestamp: "2000-01-01T00:00:00Z", Next: "B" },
    B: { Type: "Pass", End: true },
  },
};

/** Processor time of two hundred small executions, in milliseconds. */
async function work(test: EngineUnderTest): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < 200; count += 1) await test.run(turning);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it("what a failed execution kept of its variables costs the others nothing", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-"));
  const test = await EngineUnderTest.start({ dataDir });
  await work(test);
  const alone = await work(test);
  const failed = await test.run(hoarding, "x".repeat(250_000));
  expect(failed).toMatchObject({ status: "FAILED", error: "Wrong" });
  // Reading ten megabytes at each write made it twenty times as much.
  expect(await work(test)).toBeLessThan(alone * 5);
  await test.close();
  rmSync(dataDir, { recursive: true });
});
