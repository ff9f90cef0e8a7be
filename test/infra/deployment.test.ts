import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { visibilitySeconds } from "#device-host/delivery/command-queue.ts";
import { functions, jobMachineSubstitutions, stateFunctionNames } from "#shared/contracts/functions.ts";
import { queueSettings } from "#shared/contracts/queue-settings.ts";
import { JobState } from "#shared/contracts/workflow/job-state.ts";

const readDefinition = async (): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, "../../state-machines/job.asl.json"), "utf8");

it("supplies exactly the substitutions that the state machine has", async () => {
  const used = [...(await readDefinition()).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  const supplied = jobMachineSubstitutions((name) => `arn:${name}`);
  expect([...new Set(used)].sort()).toEqual(Object.keys(supplied).sort());
  expect(supplied.MapErrorFunctionArn).toBe("arn:map-error");
});

it("names the states of the job machine as its file does", async () => {
  expect([...JobState.options].sort()).toEqual(Object.keys(JSON.parse(await readDefinition()).States).sort());
});

it("ends every function before the state that waits for it gives up", async () => {
  const states: Record<string, { Arguments?: { FunctionName?: string }; TimeoutSeconds?: number }> =
    JSON.parse(await readDefinition()).States;
  for (const name of stateFunctionNames) {
    const { state, timeoutSeconds } = functions[name];
    expect(states[state]?.Arguments?.FunctionName).toBe(`\${${state}FunctionArn}`);
    expect(timeoutSeconds, name).toBeLessThan(states[state]?.TimeoutSeconds ?? 0);
  }
});

it("deploys the pool's queue as a host would make it, because SQS refuses another", () => {
  expect(queueSettings.visibilitySeconds).toBe(visibilitySeconds);
});
