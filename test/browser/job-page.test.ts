import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { eventually, jobEnded } from "../e2e/drover-process.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";
import { asking, browserOnScriptedFarm, busy, stuck, unhelped } from "./scripted-farm.ts";

vi.setConfig({ testTimeout: 120_000 });
const on = browserOnScriptedFarm();
/** By how each ended; the recovering one by `recovering`. */
const jobs = new Map<JobOutcome | "recovering", string>();

const { api } = on;
const ended = async (jobId: string): Promise<JobOutcome> => {
  const { outcome } = await jobEnded(api(), jobId);
  if (outcome === undefined) throw new Error(`${jobId} has no outcome`);
  return outcome;
};
const jobOf = (name: JobOutcome | "recovering"): string => jobs.get(name) ?? `none that ended ${name}`;

async function runThem(): Promise<void> {
  const setting = (key: string, equals: string) =>
    ({ kind: "setting", namespace: "global", key, equals }) as const;
  const good = await api().submit({
    task: "Turn on Bluetooth",
    validators: [setting("bluetooth_on", "1")],
    debug: true,
  });
  jobs.set(await ended(good.jobId), good.jobId);
  const bad = await api().submit({ task: "Turn off Wi-Fi", validators: [setting("wifi_on", "7")] });
  jobs.set(await ended(bad.jobId), bad.jobId);
  const recovering = await api().submit({ task: stuck, supervision: unhelped, limits: { maxSteps: 10 } });
  await ended(recovering.jobId);
  jobs.set("recovering", recovering.jobId);
  // It keeps the only phone while it waits for its answer, so that the next finds none.
  const waits = await api().submit({ task: asking, questions: { timeoutMinutes: 10, device: "hold" } });
  await eventually("the question", async () => ((await api().job(waits.jobId)).pause ? true : undefined), 60);
  const late = await api().submit({ task: "Turn on Bluetooth", limits: { queueSeconds: 10 } });
  jobs.set(await ended(late.jobId), late.jobId);
  await api().cancel(waits.jobId);
  jobs.set(await ended(waits.jobId), waits.jobId);
}

beforeAll(async () => {
  if (hasChromium) await runThem();
}, 240_000);

describe.skipIf(!hasChromium)("the page of a job", () => {
  describe("of a real one", () => {
    let opened: OpenConsole;
    beforeAll(async () => {
      opened = await openConsole(on.browser, on.farm.file, "/jobs");
      await opened.page.getByRole("heading", { level: 1 }).waitFor();
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it.each(["succeeded", "failed", "recovering", "inconclusive", "cancelled"] as const)(
      inChromium("shows a %s one, dark and narrow, light and wide, without a complaint"),
      async (name) => {
        const { page } = opened;
        await opened.wear({ width: 390, height: 844, colorScheme: "dark" });
        await opened.visit(`/jobs/${jobOf(name)}`);
        await page.getByRole("tab", { name: "thinking" }).waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
        await opened.expectSound();
        await opened.wear({ width: 1280, height: 800, colorScheme: "light" });
        await page.getByRole("tab", { name: "check" }).click();
        await page.getByRole("heading", { name: "Verdict of the job" }).waitFor();
        await opened.expectSound();
      },
    );
  });

  it(
    inChromium("[spec C7] shows a step's screen with what was done on it, and all that is known of it"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("succeeded")}?step=2`);
      const { page } = opened;
      await page.locator(".step-line[aria-current]").getByText("2", { exact: true }).waitFor();
      await page.locator(".touches .touch-ring").waitFor({ state: "attached" });
      // A screen reader reads the elements of a screen.
      await page.getByRole("img", { name: /^Screen of Settings: .*Connected devices/ }).waitFor();
      const pictureWidth = (): Promise<unknown> =>
        page.evaluate("document.querySelector('.screen-device img').naturalWidth");
      await expect.poll(pictureWidth).toBeGreaterThan(0);
      const finds: Readonly<Record<string, RegExp>> = {
        action: /Changes on the screen/,
        check: /setting global\/bluetooth_on/,
        tree: /elements/,
        conversation: /Reply/,
        adb: /input|uiautomator|screencap/,
        timing: /total/,
      };
      for (const [tab, text] of Object.entries(finds)) {
        await page.getByRole("tab", { name: tab }).click();
        await page.locator(".inspected").getByText(text).first().waitFor();
      }
      await opened.expectSound();
    },
  );

  it(
    inChromium("goes from step to step by keys alone, and its address leads back to the same place"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("succeeded")}`);
      const { page, goTo } = opened;
      await page.locator(".step-line[aria-current]").waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowRight");
      await page.waitForURL(/step=3/);
      await page.keyboard.press("k");
      await page.waitForURL(/step=2/);
      await page.getByRole("slider", { name: "Steps over time" }).focus();
      await page.keyboard.press("End");
      const last = await page.locator(".step-line .step-number").last().innerText();
      const current = page.locator(".step-line[aria-current]").getByText(last, { exact: true });
      await current.waitFor();
      await page.getByRole("tab", { name: "thinking" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForURL(/tab=action/);
      const here = new URL(page.url());
      await goTo(here.pathname + here.search);
      await current.waitFor();
      await page.getByRole("tab", { name: "action", selected: true }).waitFor();
    },
  );

  it(inChromium("loses no key that is pressed before the last one is drawn"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("succeeded")}?step=1`);
    const { page } = opened;
    await page.locator(".step-line[aria-current]").waitFor();
    await page.evaluate(`for (const key of ["j", "ArrowRight", "k", "j"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`);
    await page.locator(".step-line[aria-current]").getByText("3", { exact: true }).waitFor();
  });

  it(
    inChromium("takes a stretch of the film by a drag, plays it, and slides from before to after"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("succeeded")}`);
      const { page } = opened;
      const lines = page.locator(".step-line");
      await lines.nth(2).waitFor();
      const all = await lines.count();
      const current = page.locator(".step-line[aria-current] .step-number");
      const film = page.getByRole("slider", { name: "Steps over time" });
      const box = await film.boundingBox();
      if (box === null) throw new Error("There is no film.");
      const middle = box.y + box.height / 2;
      await page.mouse.move(box.x + 2, middle);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.2, middle);
      await page.mouse.up();
      const whole = page.getByRole("button", { name: "Show all" });
      await whole.waitFor();
      await expect.poll(() => lines.count()).toBeLessThan(all);
      await whole.click();
      await expect.poll(() => lines.count()).toBe(all);
      await page.getByRole("button", { name: "both", exact: true }).click();
      const split = page.getByRole("slider", { name: "Before and after" });
      await split.fill("25");
      await expect.poll(() => page.locator(".screen-over").getAttribute("style")).toContain("25%");
      await opened.expectSound();
      await film.click({ position: { x: 2, y: box.height / 2 } });
      await expect.poll(() => current.textContent()).toBe("1");
      await page.getByLabel("Speed").selectOption("8×");
      await page.getByRole("button", { name: "Play" }).click();
      await expect.poll(() => current.textContent()).toBe(String(all));
      await page.getByRole("button", { name: "Play" }).waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  it(inChromium("leaves as a file, and stays open"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("succeeded")}`);
    const { page } = opened;
    const file = page.waitForEvent("download");
    await page.getByLabel("Export").selectOption("Trajectory as JSON");
    const stream = await (await file).createReadStream();
    expect(JSON.parse(await text(stream))).toMatchObject({ job: { jobId: jobOf("succeeded") } });
    expect(new URL(page.url()).pathname).toBe(`/jobs/${jobOf("succeeded")}`);
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("marks the recovery among the steps, and tells it whole"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("recovering")}`);
    const { page } = opened;
    await page.locator(".aside-recovery").first().click();
    await page.getByRole("heading", { name: "Messages between planner and actor" }).waitFor();
    await page.locator(".messages li").first().waitFor();
    await page.getByRole("button", { name: "Back to the step" }).click();
    await page.getByRole("tab", { name: "thinking" }).waitFor();
    await opened.expectSound();
  });

  it(
    inChromium("shows the steps of a running job as they come, and its end, without being asked again"),
    async () => {
      const { jobId } = await api().submit({ task: "Turn on airplane mode" });
      await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
      const { page } = opened;
      await page.locator(".step-line").first().waitFor({ timeout: 60_000 });
      // Nothing checked it: the agent alone says so.
      await page
        .locator(".job-title .outcome-unverified")
        .getByText("unverified")
        .waitFor({ timeout: 60_000 });
      const { stepCount } = await api().job(jobId);
      await page.locator(".job-facts").getByText(`${stepCount} steps`).waitFor();
      await opened.expectSound();
    },
  );
});

describe.skipIf(!hasChromium)("the page of a job that has not ended", () => {
  it(inChromium("shows the device as it is now, is taken over within it, and shared by a link"), async () => {
    const { jobId } = await api().submit({ task: busy, supervision: unhelped, limits: { maxSteps: 100 } });
    await eventually("a step", async () => ((await api().job(jobId)).stepCount > 1 ? true : undefined), 60);
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole("img", { name: /^The screen of .* now$/ }).waitFor();
    await page.locator(".live-stage .touches").waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    const { pathname, hash } = new URL((await page.locator(".live-share code").textContent()) ?? "");
    await using watched = await openConsole(on.browser, on.farm.file, pathname + hash, {
      signedIn: false,
      alone: true,
    });
    await watched.page.getByRole("heading", { name: "Live job" }).waitFor();
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByRole("button", { name: "○ Home" }).click();
    await expect.poll(async () => (await api().job(jobId)).pause?.for).toBe("resume");
    await opened.expectSound();
    await page.getByRole("button", { name: "Hand back" }).click();
    await expect.poll(async () => (await api().job(jobId)).pause).toBeUndefined();
    // A step that is looked at takes the place of the present, until that is asked for again.
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Live", exact: true }).click();
    await page.getByRole("img", { name: /^The screen of .* now$/ }).waitFor();
    await api().cancel(jobId);
    await jobEnded(api(), jobId);
  });

  it(inChromium("[spec R14] says who holds the device that it waits for, and leads there"), async () => {
    const holder = await api().submit({ task: asking, questions: { timeoutMinutes: 10, device: "hold" } });
    await eventually(
      "the question",
      async () => ((await api().job(holder.jobId)).pause ? true : undefined),
      60,
    );
    const { jobId } = await api().submit({ task: "Turn on Bluetooth" });
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    const waits = page.getByRole("status", { name: "What it waits for" });
    await waits
      .getByText(`is held by a question of job ${holder.jobId}; answer it to free the device`)
      .waitFor();
    await opened.expectSound();
    await waits.getByRole("link", { name: /^Open job/ }).click();
    await page.getByText("For which time?").first().waitFor();
    await api().cancel(holder.jobId);
    expect(await jobEnded(api(), jobId)).toMatchObject({ outcome: "succeeded" });
  });

  it(inChromium("[spec I6.4] reads as a conversation, its roles side by side"), async () => {
    const { jobId } = await api().submit({ task: "Turn on Bluetooth" });
    const ended = await jobEnded(api(), jobId);
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}?step=1`);
    const { page } = opened;
    await page.getByRole("button", { name: "Conversation" }).click();
    const call = page
      .getByRole("region", { name: "Conversation" })
      .getByRole("article", { name: /^agent, / });
    await call.getByText("Turn on Bluetooth").first().waitFor();
    await call.getByRole("heading", { name: "Reply" }).waitFor();
    await call.locator(".exchange-call code").first().waitFor();
    const places = await call
      .locator(".exchange-parts > section")
      .evaluateAll((parts) => parts.map((part) => (part as unknown as { offsetTop: number }).offsetTop));
    expect(new Set(places).size).toBe(1);
    await call.getByRole("button", { name: "Edit and ask again" }).click();
    await call.getByLabel("System").fill("You only answer in words.");
    await opened.expectSound();
    await call.getByRole("button", { name: "Ask again", exact: true }).click();
    await call
      .getByRole("status", { name: "Answer to the edited prompt" })
      .getByText(/^Asked again: /)
      .waitFor();
    await page.getByRole("button", { name: "App log" }).waitFor();
    await opened.goTo(`/jobs/${jobId}?step=${ended.stepCount}`);
    await page.getByRole("button", { name: "Conversation" }).click();
    const asked = page.getByRole("region", { name: "Conversation" }).getByRole("article");
    await asked.first().waitFor();
    const roles = await asked.evaluateAll((all) => all.map((one) => one.ariaLabel?.split(",")[0]));
    expect(roles, "in the order in which they were asked").toEqual(["agent", "completion"]);
    expect(opened.complaints).toEqual([]);
  });
});
