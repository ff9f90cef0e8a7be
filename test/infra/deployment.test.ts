import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { visibilitySeconds } from "#device-host/delivery/command-queue.ts";
import { functionEnvironments, jobSubstitutions } from "#local/cloud/lambda/hosted-functions.ts";
import { functionEnvironment, functionNames, jobMachineSubstitutions } from "#shared/contracts/deployment.ts";
import { functionSettings } from "#shared/contracts/function-settings.ts";
import { queueSettings } from "#shared/contracts/queue-settings.ts";

const readDefinition = async (): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, "../../state-machines/job.asl.json"), "utf8");

it("supplies exactly the substitutions that the state machine has", async () => {
  const used = [...(await readDefinition()).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual([...jobMachineSubstitutions].sort());
  const local = jobSubstitutions((name) => `arn:${name}`);
  expect(Object.keys(local).sort()).toEqual([...jobMachineSubstitutions].sort());
  expect(new Set(Object.values(local)).size).toBe(jobMachineSubstitutions.length);
});

it("gives every function on one machine exactly the variables that it is promised", () => {
  const environments = functionEnvironments({
    tableName: "t",
    bucketName: "b",
    defaultModel: "m",
    modelBaseUrl: "u",
    modelKeySource: "env:K",
    stateMachineArn: "arn",
  });
  for (const name of functionNames) {
    expect(Object.keys(environments[name]).sort()).toEqual([...functionEnvironment[name]].sort());
  }
});

it("ends every function before the state that waits for it gives up", async () => {
  const states: Record<string, { Arguments?: { FunctionName?: string }; TimeoutSeconds?: number }> =
    JSON.parse(await readDefinition()).States;
  let checkedStates = 0;
  for (const name of functionNames) {
    const substitution = `${name.replace(/(?:^|-)(\w)/g, (_whole, letter) => letter.toUpperCase())}FunctionArn`;
    for (const state of Object.values(states)) {
      if (state.Arguments?.FunctionName !== `\${${substitution}}`) continue;
      checkedStates += 1;
      expect(functionSettings[name].timeoutSeconds, name).toBeLessThan(state.TimeoutSeconds ?? 0);
    }
  }
  expect(checkedStates).toBe(jobMachineSubstitutions.length);
});

it("deploys the pool's queue as a host would make it, because SQS refuses another", () => {
  expect(queueSettings.visibilitySeconds).toBe(visibilitySeconds);
});
