import { describe, expect, it } from "vitest";
import { routing, workingWorld } from "./job-scripts.ts";
import { bodies, named, runJob } from "./job-world.ts";

const recover = { route: "recover", recoveryId: "1", reason: "A dialog covers the app." };
const perform = { route: "perform", nextStepNumber: 1, stepNumber: 1, commandId: "r1", deadlineSeconds: 40 };

describe("a recovery", () => {
  it("plans, acts on the job's lease, reports, and the loop goes on from what it saw", async () => {
    const run = await runJob(
      routing([recover], {
        functions: {
          PlanRecovery: ({ stepNumber }) => ({ route: "act", nextStepNumber: stepNumber }),
          ActRecovery: () => ({ ...perform, actions: [{ action: "back" }] }),
          ReportRecovery: ({ stepNumber }) => ({ route: "end", nextStepNumber: stepNumber + 1 }),
          EndRecovery: ({ stepNumber, observation }) => ({ nextStepNumber: stepNumber, observation }),
        },
      }),
    );
    const recovery = run.executions.find(({ machine }) => machine === "recovery");
    expect(recovery?.states).toEqual([
      "BeginRecovery",
      "PlanRecovery",
      "RouteRecovery",
      "ActRecovery",
      "RouteRecovery",
      "PerformRecovery",
      "ReportRecovery",
      "RouteRecovery",
      "EndRecovery",
    ]);
    expect(bodies(run, "perform")[0]).toMatchObject({ commandId: "r1", stepNumber: 1, epoch: 1 });
    expect(bodies(run, "PredictAction").map((turn) => [turn.stepNumber, turn.observation.treeHash])).toEqual([
      [1, "start"],
      [2, "after 1"],
      [3, "after 2"],
    ]);
  });

  it("plans anew when the actor asks for it", async () => {
    const run = await runJob(
      routing([recover], {
        functions: {
          PlanRecovery: (_payload, call) => ({ route: call === 1 ? "act" : "end", nextStepNumber: 1 }),
          ActRecovery: () => ({ route: "plan", nextStepNumber: 1 }),
          EndRecovery: ({ stepNumber, observation }) => ({ nextStepNumber: stepNumber, observation }),
        },
      }),
    );
    expect(bodies(run, "PlanRecovery")).toHaveLength(2);
    expect(run.status).toBe("SUCCEEDED");
  });

  it("closes its record when a part of it fails, with what failed", async () => {
    const run = await runJob(
      routing([recover], {
        functions: {
          PlanRecovery: () => {
            throw named("ModelOverloaded", "busy");
          },
          EndRecovery: ({ stepNumber, observation }) => ({ nextStepNumber: stepNumber, observation }),
        },
      }),
    );
    expect(bodies(run, "EndRecovery")[0]?.failure).toMatchObject({
      state: "PlanRecovery",
      error: "ModelOverloaded",
    });
    expect(run.status).toBe("SUCCEEDED");
  });

  it("is a way on after an error too", async () => {
    const { commands } = workingWorld();
    const run = await runJob(
      workingWorld({
        functions: {
          MapError: () => ({ ...recover, recoveries: 1, stepNumber: 2 }),
          PlanRecovery: ({ stepNumber }) => ({ route: "end", nextStepNumber: stepNumber }),
          EndRecovery: ({ stepNumber, observation }) => ({ nextStepNumber: stepNumber, observation }),
        },
        commands: {
          perform: (command, call) =>
            call === 1 ? named("DeviceTimeout") : commands.perform?.(command, call),
        },
      }),
    );
    expect(bodies(run, "PlanRecovery")).toMatchObject([{ stepNumber: 2, reason: recover.reason }]);
    expect(run.output).toMatchObject({ verdict: "passed", recoveries: 1 });
  });
});
