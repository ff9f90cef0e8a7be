import { describe, expect, it } from "vitest";
import { claimSignal, jobSignal, turnSignals } from "#agent/callbacks/turn-signals.ts";
import type { PoolName } from "#shared/contracts/values/ids.ts";
import { jobIdOf, tenantId } from "../../shared/storage/sample-records.ts";

const [fast, slow] = ["fast", "slow"] as unknown as readonly [PoolName, PoolName];
const agent = "mine" as Parameters<typeof claimSignal>[1];

/** Who of them has heard, once everybody had the chance. */
async function heardBy(names: readonly string[], tell: () => void): Promise<number[]> {
  const heard: number[] = [];
  const listening = names.map((name, at) => {
    const one = turnSignals.listen(name);
    void one.heard.then(() => heard.push(at));
    return one;
  });
  tell();
  await new Promise((resolve) => setImmediate(resolve));
  for (const one of listening) one.stop();
  return heard;
}

describe("a turn that is opened", () => {
  it("wakes the claims for its pool and for any, and no others", async () => {
    const names = [slow, fast, undefined, slow].map((pool) => claimSignal(tenantId, agent, pool));
    const offer = () => turnSignals.offered(claimSignal(tenantId, agent, fast), claimSignal(tenantId, agent));
    expect(await heardBy(names, offer)).toEqual([1, 2]);
  });

  it("wakes a few of many, who have waited longest", async () => {
    const names = Array<string>(200).fill(claimSignal(tenantId, agent, fast));
    expect(await heardBy(names, () => turnSignals.offered(claimSignal(tenantId, agent, fast)))).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it("wakes everybody who asks for its own job", async () => {
    const names = Array<string>(10).fill(jobSignal(tenantId, jobIdOf(1)));
    expect(await heardBy(names, () => turnSignals.opened(jobSignal(tenantId, jobIdOf(1))))).toHaveLength(10);
  });
});
