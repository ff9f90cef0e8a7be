import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { commandLineHere } from "../../cli/command-line-here.ts";
import { devicesReady, eventually, jobEnded } from "../../e2e/drover-process.ts";
import { expectInWindow } from "../in-window.ts";
import { hasChromium, inChromium } from "../open-browser.ts";
import { openConsole } from "../open-console.ts";
import { api, on } from "./one-farm.ts";

describe.skipIf(!hasChromium)("a farm with phones", () => {
  it(inChromium(
    "takes a job from the form and shows in the list, without a reload, how it ends",
  ), async () => {
    const address = new URL((await commandLineHere("open", "--print", "--dir", on.dir)).stdout.trim());
    const token = new URLSearchParams(address.hash.slice(1)).get("token") ?? "";
    await using opened = await openConsole(on.browser, { apiUrl: address.origin, token }, "/jobs");
    const { page } = opened;
    await page.getByText("No jobs yet.").waitFor();
    await page.getByText("2 of 2 devices free").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Task", { exact: true }).fill("Turn on Bluetooth");
    await page.getByRole("button", { name: "Add a check" }).click();
    await page.getByLabel("Check 1: expected value").fill("global/bluetooth_on=1");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.waitForURL(/\/jobs\/[0-9A-Z]{26}/);
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.locator(".table-body").getByText("succeeded").waitFor({ timeout: 60_000 });
    await page.getByText("0 running").waitFor();
    expect(opened.complaints).toEqual([]);
  }, 120_000);

  it(inChromium("runs those that were picked once more, each as a job of its own"), async () => {
    const { apiUrl, token } = on.farm.file;
    const { jobId } = await api().submit({ task: "Turn on airplane mode" });
    await jobEnded(api(), jobId);
    await using opened = await openConsole(on.browser, { apiUrl, token }, "/jobs");
    const { page } = opened;
    await page.getByLabel("Select Turn on airplane mode").check();
    await page.getByLabel("Select Turn on Bluetooth").check();
    expect(await page.getByRole("button", { name: "Cancel 0" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Retry 2" }).click();
    await page.getByRole("status").getByText("2 submitted again").waitFor();
    await page.mouse.move(0, 0);
    await page.getByText("4 jobs, no more").waitFor();
    const { items } = await api().jobs();
    expect(items.filter(({ retryOf }) => retryOf === jobId)).toHaveLength(1);
    await opened.expectSound();
  }, 120_000);

  it(inChromium("[spec R11] plays what the screen showed, and goes to a step of it"), async () => {
    const { apiUrl, token } = on.farm.file;
    const { jobId } = await api().submit({ task: "Turn on Bluetooth", record: true });
    const job = await jobEnded(api(), jobId);
    expect(job.recordings).toMatchObject([{ missing: [], segments: 1 }]);
    await using opened = await openConsole(on.browser, { apiUrl, token }, `/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole("button", { name: "Recording" }).click();
    const played = (expression: string) =>
      page.evaluate(`(() => { const video = document.querySelector("video"); return ${expression}; })()`);
    await expect.poll(() => played("video?.readyState ?? 0")).toBeGreaterThanOrEqual(2);
    const seconds = Number(await played("video.duration"));
    expect(seconds).toBeCloseTo(job.recordings?.[0]?.seconds ?? 0, 0);
    expect(await played("video.videoHeight")).toBe(1_280);
    const steps = page.getByRole("list", { name: "Steps of the recording" });
    await expectInWindow(
      page.locator("video"),
      steps.getByRole("button").first(),
      page.getByText("Download"),
    );
    await page.getByRole("list", { name: "Steps of the recording" }).getByRole("button").last().click();
    await expect.poll(() => played("video.currentTime")).toBeGreaterThan(0);
    await expect.poll(() => played("video.seeking")).toBe(false);
    expect(Number(await played("video.textTracks[0].cues.length"))).toBeGreaterThan(1);
    // Pictures are decoded: the first one and that of the last step are not the same.
    const last = await page.locator("video").screenshot();
    await page.evaluate("document.querySelector('video').currentTime = 0");
    await expect.poll(() => played("video.seeking")).toBe(false);
    const isLast = async () => (await page.locator("video").screenshot()).equals(last);
    await expect.poll(isLast).toBe(false);
    await opened.expectSound();
    await commandLineHere("export", jobId, "--as", "video", "--dir", on.dir, "--out", `${on.dir}/saved.mp4`);
    expect((await readFile(`${on.dir}/saved.mp4`)).length).toBe(job.recordings?.[0]?.bytes);
    expect(await readFile(`${on.dir}/saved.captions.vtt`, "utf8")).toMatch(/^WEBVTT/);
  }, 120_000);
});

describe.skipIf(!hasChromium)("the page of a job with roles", () => {
  it(inChromium(
    "shows the roles' screens side by side by time, and between them what they told each other",
  ), async () => {
    await devicesReady(api());
    const { jobId } = await api().submit({
      task: "Change both phones",
      roles: {
        first: { task: 'Turn on Bluetooth, then tell the others "<b>on</b>" as "bluetooth"' },
        second: { task: 'Wait for "bluetooth", then turn off Wi-Fi' },
      },
    });
    const job = await jobEnded(api(), jobId);
    expect(job.outcome).toBe("succeeded");
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole("heading", { name: "Blackboard" }).waitFor();
    await page.getByRole("link", { name: "first", exact: true }).waitFor();
    const told = page.locator(".role-event.told");
    await told.getByText("bluetooth", { exact: true }).waitFor();
    await told.getByText("<b>on</b>").waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          "[...document.querySelectorAll('img.role-screen')].filter((one) => one.naturalWidth > 0).length",
        ),
      )
      .toBeGreaterThan(3);
    const left = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => one.getBoundingClientRect().left);
    const lanes = [
      await left('.role-event.step:has(img[alt^="Screen of first "])'),
      await left(".role-event.told"),
      await left('.role-event.step:has(img[alt^="Screen of second "])'),
    ];
    expect(lanes).toEqual([...lanes].sort((one, other) => one - other));
    await opened.expectSound();
    await opened.wear({ width: 390, height: 844, colorScheme: "dark" });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await opened.expectSound();
    await page.locator(".role-event.step a").first().click();
    await page.getByText(/^role (first|second) of/).waitFor();
  }, 120_000);
});

describe.skipIf(!hasChromium)("steering a job on its page", () => {
  it(inChromium("shows what waits for a yes, takes yes, pauses, tells and lets it go on"), async () => {
    const { jobId } = await api().submit({
      task: "Turn on Bluetooth",
      policy: { approve: { kinds: ["touch"], timeoutMinutes: 10 } },
    });
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    const steer = page.getByRole("region", { name: "Steer the job" });
    await steer.getByText(/asks before: actions of the kind 'touch'/).waitFor({ timeout: 60_000 });
    await steer.getByAltText("The screen that the question is about").waitFor();
    await opened.expectSound();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await steer.getByRole("textbox", { name: "Message to the agent" }).fill("Turn on airplane mode");
    await steer.getByRole("button", { name: "Send", exact: true }).click();
    await steer.getByText("Sent: Turn on airplane mode").waitFor();
    await steer.getByRole("button", { name: "Yes, do it" }).click();
    await eventually(
      "the job is paused",
      async () => ((await api().job(jobId)).awaiting?.for === "resume" ? true : undefined),
      40,
    );
    await steer.getByText("Paused.").waitFor();
    if (process.env.STEER_PICTURE !== undefined) await page.screenshot({ path: process.env.STEER_PICTURE });
    await page.getByRole("button", { name: "Continue" }).click();
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
      const { items } = await api().jobQuestions(jobId);
      for (const { questionId, status } of items)
        if (status === "open") await api().answer(jobId, questionId, { answer: "yes" });
      const job = await api().job(jobId);
      return job.status === "finished" ? job : undefined;
    },
    90,
  );
}
