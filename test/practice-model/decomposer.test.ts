import { practiceRoles } from "@drover/practice-model";
import { expect, it } from "vitest";
import { decomposerQuestion } from "#agent/role-questions/decomposer-question.ts";

const asked = (task: string): unknown => {
  const [part] = decomposerQuestion({ task }).parts;
  return practiceRoles.decomposer(part?.type === "text" ? part.text : "", {} as never);
};

it("[spec A1] the practice model parts a command into what is to be done, in its order", () => {
  expect(asked("Turn on Bluetooth, then set an alarm for 7:30 and open Contacts")).toEqual({
    subtasks: ["Turn on Bluetooth", "set an alarm for 7:30", "open Contacts"],
  });
});

it("leaves a command of one goal as it is, and quoted text whole", () => {
  expect(asked('Create a contact named "Ann, then Bob"')).toEqual({
    subtasks: ['Create a contact named "Ann, then Bob"'],
  });
});
