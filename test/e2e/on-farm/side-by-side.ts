import { describe, expect, it } from "vitest";
import { commandLineHere } from "../../cli/command-line-here.ts";
import { doneJob } from "../drover-process.ts";
import { on } from "./one-farm.ts";

describe("two tasks side by side on one screen", () => {
  const settings = "com.android.settings: Turn on Bluetooth";
  const bluetoothOn = "setting:global/bluetooth_on=1";
  const contactThere = "row:content://com.android.contacts/data/phones?display_name=Ada Lovelace";

  async function run(...args: string[]) {
    const { jobId } = doneJob(await commandLineHere("run", "--json", "--dir", on.dir, ...args));
    return {
      job: await on.api.job(jobId),
      shown: (await commandLineHere("show", jobId, "--dir", on.dir)).stdout,
    };
  }

  it("[spec R10] two tasks are done at once in two apps side by side on one phone, judged together, and both parts are shown", async () => {
    const second = "com.android.contacts: Create a contact named Ada Lovelace with the phone number 5550100";
    const { job, shown } = await run(
      ...["--split", settings, "--split", second, "--check", bluetoothOn, "--check", contactThere],
    );
    expect(job.outcome, shown).toBe("succeeded");
    expect(job.judgement?.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
    expect(shown).toContain("part 1, first window, com.android.settings: done: Turn on Bluetooth");
    expect(shown).toContain("part 2, second window, com.android.contacts: done: Create a contact named Ada");
    const windows = await Promise.all((job.taskSteps ?? []).map(({ jobIds }) => on.api.job(jobIds[0] ?? "")));
    expect(windows).toMatchObject([
      { window: "first", deviceId: job.deviceId, outcome: "succeeded" },
      { window: "second", deviceId: job.deviceId, outcome: "succeeded" },
    ]);
    const [first, other] = windows;
    expect(Number(other?.startedAt?.localeCompare(first?.finishedAt ?? "")), "at the same time").toBe(-1);
    expect(Number(first?.startedAt?.localeCompare(other?.finishedAt ?? "")), "at the same time").toBe(-1);
  }, 180_000);

  it("[spec R10] a window whose task is not done is named, the other's is done all the same, and the phone is free again", async () => {
    const { job, shown } = await run(
      ...["--split", settings, "--split", "com.android.deskclock: Fly to the moon", "--check", bluetoothOn],
    );
    expect(job.outcome, shown).not.toBe("succeeded");
    expect(job.outcomeReason).toContain(
      "Part 2 of 2, com.android.deskclock in the second window, did not succeed",
    );
    expect(shown).toContain("part 1, first window, com.android.settings: done");
    const after = await run("Turn on Bluetooth", "--check", bluetoothOn);
    expect(after.job.outcome, after.shown).toBe("succeeded");
  }, 180_000);

  it("two windows are asked for with two --split", async () => {
    const { code, stderr } = await commandLineHere("run", "--dir", on.dir, "--split", settings);
    expect(code).toBe(2);
    expect(stderr).toContain("give --split twice, not once");
  }, 60_000);
});
