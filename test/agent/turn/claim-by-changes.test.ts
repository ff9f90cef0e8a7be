import { beforeEach, describe, expect, it } from "vitest";
import { handler as checkHandler } from "#functions/check-completion.ts";
import type { DeviceChange } from "#shared/contracts/judging/device-changes.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { label, screenOf } from "../../shared/screen/screen-parts.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { running, turn, withTurns } from "./one-turn.ts";
import { seen, stepOf, storedStep } from "./seen-screens.ts";

withFunctions();
withTurns();

const page = screenOf(label("Connection preferences", [0, 0, 1080, 200]));
const wifi: DeviceChange = {
  kind: "setting",
  change: "changed",
  where: "setting:global/wifi_on",
  text: "setting:global/wifi_on changed from 1 to 0",
  before: { value: "1" },
  after: { value: "0" },
};
const known = (changes: readonly DeviceChange[], more: object = {}) => ({
  kind: "known",
  changes,
  count: changes.length,
  unseen: [],
  ...more,
});
const claim = { action: "FINISH", status: "success", summary: "Done." };

beforeEach(() => functions.model.forget());

/** The agent of "Turn on Bluetooth" claims in step 2, and that is what it changed. */
async function check(changes: unknown, { answer = {}, job = {} }: { answer?: object; job?: object } = {}) {
  await running({ supervision: { ...unsupervised, completion: true }, ...job });
  await storedStep({});
  functions.model.answer(
    { ...claim, ...answer },
    { action: "report_completion", accepted: true, reason: "It looks done." },
  );
  await turn({ stepNumber: 2 });
  const observation = await seen(page);
  const input = { schemaVersion: 1, tenantId, jobId, stepNumber: 2, observation, changes };
  const calls = functions.model.requests.length;
  const told = await invoke(checkHandler, input);
  return { told, asked: functions.model.requests.slice(calls), step: await stepOf(2) };
}

describe("a claim of success, held to what changed on the device", () => {
  it("[fault E11] is rejected by rule, without a model, when nothing changed and nothing was asked or answered", async () => {
    const { told, asked, step } = await check(known([]));
    expect(told).toEqual({ accepted: false });
    expect(asked).toEqual([]);
    expect(step?.completionCheck).toMatchObject({
      accepted: false,
      reason: expect.stringContaining("Nothing on the phone changed"),
    });
  });

  it("with an answer is not, though nothing changed: reading changes nothing", async () => {
    const job = { task: "Is Bluetooth on?" };
    expect((await check(known([]), { answer: { answer: "No" }, job })).told).toEqual({ accepted: true });
  });

  it("[fault E11] is rejected by rule when what changed is another thing, and says which", async () => {
    const { told, asked, step } = await check(known([wifi]));
    expect(told).toEqual({ accepted: false });
    expect(asked).toEqual([]);
    expect(step?.completionCheck?.reason).toContain("wifi_on changed from 1 to 0");
  });

  it("[fault E11] goes to the completion role with the changes when its summary mentions what the task does not", async () => {
    const { told, asked } = await check(known([wifi]), {
      answer: { summary: "Bluetooth is on. Wi-Fi went off with it." },
    });
    expect(told).toEqual({ accepted: true });
    expect(asked[0]).toContain("wifi_on changed from 1 to 0");
  });

  it("goes to the role when an app was used whose data nobody reads", async () => {
    const { told, asked } = await check(
      known([], { unseen: ["The data of com.example.chat cannot be read."] }),
    );
    expect(told).toEqual({ accepted: true });
    expect(asked[0]).toContain("The data of com.example.chat cannot be read.");
  });

  it("goes to the role without them when the device could not be read", async () => {
    const { told, asked } = await check({ kind: "unknown", why: "The device could not be read." });
    expect(told).toEqual({ accepted: true });
    expect(asked).toHaveLength(1);
  });
});
