import { expect, it } from "vitest";
import { offeredFor } from "#agent/prompt/offered-actions.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";

const offered = (task: string) => offeredFor({ task }, builtInActions).offered.map(({ name }) => name);

it("offers to type a secret to the agent of a task that names one, and to no other", () => {
  expect(offered("Sign in with {{secret:shop}}.")).toContain("type_secret");
  expect(offered("Turn on Bluetooth.")).not.toContain("type_secret");
});
