import { expect, it } from "vitest";
import { isFarmsFault } from "../../src/practice/skills/skill.ts";

const step = {
  number: 1,
  action: { action: "open_app", app: "Settings" },
  target: "",
  thinking: "",
  change: "",
};

it.each([
  ["failed (SQS.AmazonSQSException): It was not carried out.", true],
  ["failed (States.Timeout): nobody answered", true],
  ["failed (StorageUnavailable): the disk is full", true],
  ["failed (DeviceDisconnected): gone", true],
  ["failed (AppNotFound): there is no such app", false],
  ["failed (ScreenChanged): Nothing was done", false],
  ["failed: the switch is still off", false],
  ["done", false],
])("a step that says '%s' failed by the farm's fault: %s", (result, expected) => {
  expect(isFarmsFault({ ...step, result })).toBe(expected);
});
