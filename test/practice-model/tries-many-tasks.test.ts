import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { clockTasks } from "./corpus/clock-tasks.ts";
import { contactTasks } from "./corpus/contact-tasks.ts";
import { judge } from "./corpus/judge.ts";
import { notSolved } from "./corpus/not-solved.ts";
import { otherTasks } from "./corpus/other-tasks.ts";
import { settingsTasks } from "./corpus/settings-tasks.ts";
import { isDoable, type Trial } from "./corpus/trial.ts";

let server: ModelServer;
let client: ModelClient;
beforeAll(async () => {
  server = await startModelServer();
  client = createModelClient({
    provider: anthropicProvider({ baseUrl: server.url, apiKey: server.apiKey }),
  });
});
afterAll(() => server.close());

const trials: readonly Trial[] = [...settingsTasks, ...clockTasks, ...contactTasks, ...otherTasks];
const solved = trials.filter((trial) => isDoable(trial) && !notSolved.has(trial.task));
const refused = trials.filter((trial) => !solved.includes(trial));

describe.concurrent("the practice model and tasks in many words", () => {
  it.for(solved)("solves $task", async (trial) => {
    const { verdict, why } = await judge(client, trial);
    expect(verdict, why).toBe("solved");
  });

  it.for(refused)("claims nothing of $task", async (trial) => {
    const { verdict, why } = await judge(client, trial);
    expect(verdict, why).toBe("refused");
  });
});

describe("the tasks", () => {
  it("are each there once, and those not solved are among them", () => {
    const tasks = trials.map(({ task }) => task);
    expect(new Set(tasks).size).toBe(tasks.length);
    expect([...notSolved].filter((task) => !tasks.includes(task))).toEqual([]);
  });

  it("are solved for the most part where they can be done", () => {
    expect(solved.length / trials.filter(isDoable).length).toBeGreaterThan(0.85);
  });
});
