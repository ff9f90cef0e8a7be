import { AutoScalingClient } from "@aws-sdk/client-auto-scaling";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLogger } from "#device-host/host-logger.ts";
import { AutoScalingMember } from "#device-host/machine/auto-scaling-member.ts";
import { InstanceMetadata } from "#device-host/machine/instance-metadata.ts";
import { watchMachine } from "#device-host/machine/watch-machine.ts";
import { startStandInEc2 } from "./stand-in-ec2.ts";

const lifecycle = "autoscaling/target-lifecycle-state";
let ec2: Awaited<ReturnType<typeof startStandInEc2>>;
let client: AutoScalingClient;
beforeEach(async () => {
  ec2 = await startStandInEc2();
  ec2.metadata.set(lifecycle, "InService");
  client = new AutoScalingClient({
    region: "us-east-1",
    endpoint: ec2.url,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  client.destroy();
  await ec2.close();
});

/** A host that is watched while `script` says what happens at each look; the clock goes forward by what is waited. */
async function watched(script: (look: number, work: { held: number; free: number }) => void) {
  let time = Date.parse("2026-11-22T12:00:00Z");
  let looks = 0;
  const work = { held: 0, free: 1 };
  const drains: number[] = [];
  const stopped = new AbortController();
  const clock = {
    now: () => new Date(time),
    monotonic: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
      looks += 1;
      script(looks, work);
      if (looks === 300) stopped.abort();
    },
  };
  await watchMachine(
    {
      host: {
        work: () => ({ ...work }),
        drain: async (patienceSeconds) => {
          drains.push(patienceSeconds);
        },
      },
      member: new AutoScalingMember(client, "drover-acme-default", "i-1"),
      metadata: new InstanceMetadata(clock, ec2.url),
      clock,
      logger: silentLogger,
    },
    { idleSeconds: 900, drainSeconds: 3_600 },
    stopped.signal,
  );
  return {
    drains,
    calls: ec2.asked.map((call) =>
      [call.get("Action"), call.get("LifecycleHookName")].filter(Boolean).join(" "),
    ),
  };
}

it("is in service once it has a device, and tells its group when it is drained, its jobs' time given", async () => {
  const { drains, calls } = await watched((look, work) => {
    work.held = 1;
    if (look === 3) ec2.metadata.set(lifecycle, "Terminated");
  });
  expect(drains).toEqual([3_600]);
  expect(calls).toEqual([
    "CompleteLifecycleAction drover-host-prepared",
    "CompleteLifecycleAction drover-host-drained",
  ]);
  expect(ec2.asked[1]?.get("LifecycleActionResult")).toBe("CONTINUE");
  expect(ec2.asked[1]?.get("InstanceId")).toBe("i-1");
});

it("leaves a spot instance in time, however long its jobs would go on", async () => {
  const { drains } = await watched((look) => {
    const notice = { action: "terminate", time: "2026-11-22T12:02:05Z" };
    if (look === 1) ec2.metadata.set("spot/instance-action", JSON.stringify(notice));
  });
  // Two minutes less what handing back takes.
  expect(drains).toEqual([90]);
});

it("asks to be ended when no job came for its idle time, and never while one is here", async () => {
  const { drains, calls } = await watched((look, work) => {
    work.held = look < 250 ? 1 : 0;
  });
  expect([drains, calls]).toEqual([[], ["CompleteLifecycleAction drover-host-prepared"]]);
  ec2.asked.length = 0;
  const idle = await watched(() => {
    if (ec2.asked.length === 2) ec2.metadata.set(lifecycle, "Terminated");
  });
  expect(idle.calls).toEqual([
    "CompleteLifecycleAction drover-host-prepared",
    "TerminateInstanceInAutoScalingGroup",
    "CompleteLifecycleAction drover-host-drained",
  ]);
  expect(ec2.asked[1]?.get("ShouldDecrementDesiredCapacity")).toBe("true");
});

it("stays when its group must not have fewer, or does not wait for what it says", async () => {
  ec2.refusals.push("ValidationError", "ValidationError");
  const { drains, calls } = await watched(() => {});
  expect(drains).toEqual([]);
  expect(calls).toEqual([
    "CompleteLifecycleAction drover-host-prepared",
    "TerminateInstanceInAutoScalingGroup",
  ]);
});

it("goes on with a new session when the metadata knows the old one no more", async () => {
  const { drains } = await watched((look) => {
    if (look === 2) ec2.forgetSessions();
    if (look === 4) ec2.metadata.set(lifecycle, "Warmed:Terminated");
  });
  expect(drains).toEqual([3_600]);
});
