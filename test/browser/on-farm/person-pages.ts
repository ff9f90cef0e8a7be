import { createClient, pages } from "@drover/client";
import { describe, expect, it } from "vitest";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { eventually, jobEnded } from "../../e2e/drover-process.ts";
import { expectInWindow } from "../in-window.ts";
import { hasChromium, inChromium } from "../open-browser.ts";
import { openConsole } from "../open-console.ts";
import { api, on } from "./one-farm.ts";

const deviceId = "local.emulator-5554";
const stateIs = (state: string) =>
  eventually(`the device is ${state}`, async () => {
    const { items } = await api().devices();
    return items.find((device) => device.deviceId === deviceId)?.state === state ? true : undefined;
  });

/** Those of the tests before are looked at already. */
async function reviewOthers(jobId: string): Promise<void> {
  const client = createClient<DroverApi>(on.farm.file);
  for await (const { jobId: id } of pages(client.reviewQueue, {}))
    if (id !== jobId) await client.addReview({ id, body: { verdict: "succeeded" } });
}

describe.skipIf(!hasChromium)("what a person does on the page", () => {
  it(inChromium(
    "[spec R14] sees a free phone as it is, uses it by mouse, keyboard and name, takes it out of work and back",
  ), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, "/devices");
    const { page } = opened;
    await page.getByRole("row").filter({ hasText: deviceId }).filter({ hasText: "free" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "online" }).waitFor();
    await opened.expectSound();
    await page.getByRole("link", { name: deviceId }).click();
    await page.getByAltText(`The screen of ${deviceId} now`).waitFor();
    await page.getByRole("button", { name: "Take over" }).click();
    const screen = page.getByAltText(`The screen of ${deviceId} now`);
    const back = page.getByRole("button", { name: "◁ Back" });
    await expectInWindow(
      screen,
      back,
      page.getByPlaceholder("Type into the focused field"),
      page.getByText(/^Tap by name/),
    );
    await opened.wear({ width: 390 });
    await screen.scrollIntoViewIfNeeded();
    expect((await screen.boundingBox())?.width).toBeLessThanOrEqual(390);
    await opened.wear({ width: 1280 });
    await page.getByText(/^Tap by name/).click();
    await page.getByRole("button", { name: "Settings" }).click();
    await page
      .getByRole("button", { name: /Bluetooth|Connected devices/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "○ Home" }).click();
    await page.getByRole("button", { name: "Settings", exact: true }).waitFor();
    // Where the first app's icon is on every launcher of these phones.
    const touch = page.locator(".live-touch:not(.live-touch-busy)");
    const box = await touch.boundingBox();
    await touch.click({ position: { x: (box?.width ?? 0) * 0.15, y: (box?.height ?? 0) * 0.53 } });
    await page
      .getByRole("button", { name: /Bluetooth|Connected devices/ })
      .first()
      .waitFor();
    await page.getByPlaceholder("Reason for the quarantine").fill("cracked <b>glass</b>");
    await page.getByRole("button", { name: "Quarantine" }).click();
    await page.getByLabel("History").getByText("cracked <b>glass</b>").waitFor();
    await opened.expectSound();
    await page.getByRole("button", { name: "Clean it and return it to its pool" }).click();
    await stateIs("ready");
  }, 90_000);

  it(inChromium("keeps a phone as it is, brings it back and forgets it"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, `/devices/${deviceId}`);
    const { page } = opened;
    const snapshots = page.getByRole("region", { name: "Snapshots" });
    await snapshots.getByLabel("Name").fill("signed <i>in</i>");
    await snapshots.getByRole("button", { name: "Save snapshot" }).click();
    await snapshots.getByText("signed <i>in</i>").waitFor();
    await snapshots.getByRole("button", { name: "Restore" }).click();
    await snapshots
      .getByRole("status")
      .getByText(/^Restored in/)
      .waitFor();
    await snapshots.getByText("The device is cleaned before its next job.").waitFor();
    await opened.expectSound();
    await snapshots.getByRole("button", { name: "Delete" }).click();
    await snapshots.getByRole("listitem").waitFor({ state: "detached" });
    expect(opened.complaints).toEqual([]);
  }, 90_000);

  it(inChromium(
    "[spec R14] takes the device of a job that asks, answers it beside its screen, and says what it came to",
  ), async () => {
    const { jobId } = await api().submit({
      task: "Set an alarm; ask me for which time",
      questions: { timeoutMinutes: 10 },
    });
    await using opened = await openConsole(on.browser, on.farm.file, "/questions", {
      width: 390,
      colorScheme: "dark",
    });
    const { page } = opened;
    await page.getByText("For which time?").waitFor();
    await page.getByAltText("The screen that the question is about").waitFor();
    await opened.expectSound();
    await opened.wear({ width: 1280 });
    const answer = page.getByRole("button", { name: "Answer" });
    await expectInWindow(
      page.getByAltText("The screen that the question is about"),
      page.getByLabel("Answer"),
      answer,
    );
    const { deviceId: taken } = await api().job(jobId);
    await opened.goTo(`/devices/${taken}`);
    await page.getByText("your actions are stored with the job").waitFor();
    await page.getByRole("button", { name: "Take over" }).click();
    const list = page.getByText(/Tap by name \([1-9]/);
    await expectInWindow(page.getByAltText(`The screen of ${taken} now`), list);
    await list.click();
    await page.getByRole("button", { name: "Settings" }).click();
    const byHand = page.getByRole("region", { name: "Manual actions" }).getByRole("listitem");
    await byHand.filter({ hasText: /click BUTTON "Settings".*for its job/ }).waitFor();
    await opened.expectSound();
    await opened.goTo("/questions");
    await page.getByLabel("Answer").fill("7:30");
    await page.getByLabel("Answer").press("Control+Enter");
    await page.getByText("No open questions.").waitFor();
    const job = await jobEnded(api(), jobId);
    expect(job).toMatchObject({ outcome: "succeeded", claim: { status: "success" } });
    await reviewOthers(jobId);
    await opened.goTo("/review");
    await page.getByRole("heading", { name: "Set an alarm; ask me for which time" }).waitFor();
    await opened.expectSound();
    await page.getByLabel("Note").fill("It is the alarm of another day.");
    await page.getByLabel("Labels of steps").fill("two: wrong");
    await page.getByRole("button", { name: "Job failed" }).click();
    await page.getByRole("alert").getByText("'two: wrong' is not a label").waitFor();
    await page.getByLabel("Labels of steps").fill("2: wrong day");
    await page.getByRole("button", { name: "Job failed" }).click();
    await page.getByText("All ended jobs are reviewed.").waitFor();
    expect(await api().job(jobId)).toMatchObject({ review: { verdict: "failed", by: "console" } });
    expect(opened.complaints).toEqual([]);
  }, 90_000);
});
