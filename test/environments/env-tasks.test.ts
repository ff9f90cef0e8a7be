import { expect, it } from "vitest";
import { readSuite } from "#cli/suite/read-suite.ts";
import { EnvTasks } from "#environments/env-tasks.ts";
import { PolicySettings } from "#shared/contracts/job/policy.ts";
import { lines } from "./start-env.ts";

it("of the suite every task is an environment but those with a simulated user", async () => {
  const tasks = new EnvTasks(await readSuite(undefined, { draws: 1 }));
  expect(new Set(tasks.leftOut.map(({ why }) => why))).toEqual(new Set(["it has a simulated user"]));
  expect(tasks.all.length).toBeGreaterThan(100);
});

it("what has no reward of its own is left out, with the reason", () => {
  const request = { task: "Do it." };
  const { all, leftOut } = new EnvTasks([
    ...lines,
    { taskId: "no-checks", request },
    {
      taskId: "parts",
      request: { ...request, validators: [{ kind: "claim", status: "success" }], workflow: {} },
    },
  ]);
  expect(all).toHaveLength(lines.length);
  expect(leftOut).toEqual([
    { id: "no-checks", why: "it has no checks, and so no reward" },
    { id: "parts", why: "it has parts or roles" },
  ]);
});

it("no task may do more than the project's policy", () => {
  const most = { packages: { deny: ["com.android.deskclock"] } };
  const { all } = new EnvTasks(lines, PolicySettings.parse({ most }));
  expect(all.map(({ policy }) => policy.packages.deny)).toEqual(lines.map(() => most.packages.deny));
});

it("a seed chooses among all tasks, or among the draws of one that is named", async () => {
  const tasks = new EnvTasks(await readSuite("tasks/clock.yaml", { draws: 4, task: ["alarm-*"] }));
  const ids = new Set(Array.from({ length: 50 }, (_, seed) => tasks.find({ seed }).id));
  expect(ids.size).toBeGreaterThan(4);
  const name = tasks.all[0]?.id.split(".")[0] ?? "";
  const draws = Array.from({ length: 8 }, (_, seed) => tasks.find({ seed, task: name }).id);
  expect(draws.slice(0, 4)).toEqual(draws.slice(4));
  expect(draws.every((id) => id.startsWith(`${name}.`))).toBe(true);
  expect(() => tasks.find({ seed: 1, task: "fly" })).toThrow("no such task");
});
