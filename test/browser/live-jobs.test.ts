import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { drover, jobEnded } from "../e2e/drover-process.ts";
import { browserOnFarm } from "./browser-on-farm.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnFarm();

describe.skipIf(!hasChromium)("a farm with phones", () => {
  it(inChromium(
    "takes a job from the form and shows in the list, without a reload, how it ends",
  ), async () => {
    const address = new URL((await drover("open", "--print", "--dir", on.dir)).stdout.trim());
    const token = new URLSearchParams(address.hash.slice(1)).get("token") ?? "";
    await using opened = await openConsole(on.browser, { apiUrl: address.origin, token }, "/jobs");
    const { page } = opened;
    await page.getByText("No jobs yet.").waitFor();
    await page.getByText("2 of 2 devices free").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Task", { exact: true }).fill("Turn on Bluetooth");
    await page.getByRole("button", { name: "Add a check" }).click();
    await page.getByLabel("Check 1: what it must be").fill("global/bluetooth_on=1");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.waitForURL(/\/jobs\/[0-9A-Z]{26}/);
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.locator(".table-body").getByText("succeeded").waitFor({ timeout: 60_000 });
    await page.getByText("0 running").waitFor();
    expect(opened.complaints).toEqual([]);
  }, 120_000);

  it(inChromium("runs those that were picked once more, each as a job of its own"), async () => {
    const { apiUrl, token } = on.farm.file;
    const client = createApiClient({ apiUrl, token });
    const { jobId } = await client.submit({ task: "Turn on airplane mode" });
    await jobEnded(client, jobId);
    await using opened = await openConsole(on.browser, { apiUrl, token }, "/jobs");
    const { page } = opened;
    await page.getByLabel("Pick Turn on airplane mode").check();
    await page.getByLabel("Pick Turn on Bluetooth").check();
    expect(await page.getByRole("button", { name: "Cancel 0" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Retry 2" }).click();
    await page.getByRole("status").getByText("2 submitted again").waitFor();
    await page.mouse.move(0, 0);
    await page.getByText("4 jobs, no more").waitFor();
    const { items } = await client.jobs();
    expect(items.filter(({ retryOf }) => retryOf === jobId)).toHaveLength(1);
    await opened.expectSound();
  }, 120_000);

  it(inChromium("[spec R11] plays what the screen showed, and goes to a step of it"), async () => {
    const { apiUrl, token } = on.farm.file;
    const client = createApiClient({ apiUrl, token });
    const { jobId } = await client.submit({ task: "Turn on Bluetooth", record: true });
    const job = await jobEnded(client, jobId);
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
    await drover("recording", jobId, "--dir", on.dir, "--out", `${on.dir}/saved.mp4`);
    expect((await readFile(`${on.dir}/saved.mp4`)).length).toBe(job.recordings?.[0]?.bytes);
    expect(await readFile(`${on.dir}/saved.captions.vtt`, "utf8")).toMatch(/^WEBVTT/);
  }, 120_000);
});
