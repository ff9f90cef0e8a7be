import { answerTools, ChatService, farmFaults, mostActions } from "@drover/practice-model";
import { expect, it } from "vitest";
import * as shared from "#agent/role-questions/answer-tools.ts";
import { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";
import * as step from "#shared/contracts/step/step.ts";
import { catalogue } from "#shared/errors/catalogue.ts";

it("answers each role by the tool that Drover offers for it, and acts as often in a turn as Drover lets it", () => {
  expect(answerTools).toEqual(shared.answerTools);
  expect(mostActions).toBe(step.mostActions);
});

it("speaks as each service of chat completions that Drover knows", () => {
  expect([...ChatService.options, "anthropic"].toSorted()).toEqual(BuiltInProvider.options.toSorted());
});

it("takes for the farm's what the catalogue says is not the agent's and may pass", () => {
  const passing = Object.entries(catalogue).filter(
    ([, { fault, retryable, recovery }]) =>
      fault !== "agent" && fault !== "caller" && (retryable || recovery === "otherDevice"),
  );
  expect([...farmFaults].toSorted()).toEqual(passing.map(([code]) => code).toSorted());
  expect(Object.keys(catalogue).filter((code) => code.includes("."))).toEqual([]);
});
