import { describe, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { eventually } from "../e2e/drover-process.ts";
import { browserOnFarm } from "./browser-on-farm.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnFarm("--phones", "1");
const client = () => createApiClient({ apiUrl: on.farm.file.apiUrl, token: on.farm.file.token });

describe.skipIf(!hasChromium)("steering a job on its page", () => {
  it(inChromium("shows what waits for a yes, takes yes, pauses, tells and lets it go on"), async () => {
    const { jobId } = await client().submit({
      task: "Turn on Bluetooth",
      policy: { approve: { kinds: ["touch"], timeoutMinutes: 10 } },
    });
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    const steer = page.getByRole("region", { name: "Steer the job" });
    await steer.getByText(/asks before: actions of the kind 'touch'/).waitFor({ timeout: 60_000 });
    await steer.getByAltText("The screen that it asks about").waitFor();
    await opened.expectSound();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    await steer.getByRole("textbox", { name: "Tell its agent" }).fill("Turn on airplane mode");
    await steer.getByRole("button", { name: "Tell", exact: true }).click();
    await steer.getByText("Told: Turn on airplane mode").waitFor();
    await steer.getByRole("button", { name: "Yes, do it" }).click();
    await eventually(
      "the job stands still",
      async () => ((await client().job(jobId)).awaiting?.for === "resume" ? true : undefined),
      40,
    );
    await steer.getByText("Paused.").waitFor();
    if (process.env.STEER_PICTURE !== undefined) await page.screenshot({ path: process.env.STEER_PICTURE });
    await page.getByRole("button", { name: "Go on" }).click();
    const ended = await jobEndedWithYes(jobId);
    expect(ended).toMatchObject({ outcome: "succeeded" });
    expect(opened.complaints).toEqual([]);
  }, 120_000);
});

/** Says yes to all that is proposed. */
async function jobEndedWithYes(jobId: string) {
  return eventually(
    "the job ends",
    async () => {
      const { items } = await client().jobQuestions(jobId);
      for (const { questionId, status } of items)
        if (status === "open") await client().answer(jobId, questionId, { answer: "yes" });
      const job = await client().job(jobId);
      return job.status === "finished" ? job : undefined;
    },
    90,
  );
}
