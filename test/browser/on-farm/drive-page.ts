import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { callRoute } from "../../../cli/call-route.ts";
import { jobEnded } from "../../e2e/drover-process.ts";
import { hasChromium, inChromium } from "../open-browser.ts";
import { openConsole } from "../open-console.ts";
import { api, on } from "./one-farm.ts";

vi.setConfig({ testTimeout: 120_000 });

const step = (page: Page, number: number) => page.getByText(`Step ${number}, due in`).waitFor();
/** On the screen, at these parts of it: a tap, or a swipe to another place. */
async function touch(page: Page, from: readonly [number, number], to = from): Promise<void> {
  const screen = page.locator(".drive-touch:not(.drive-busy)");
  await screen.waitFor();
  const box = await screen.boundingBox();
  if (box === null) throw new Error("There is no screen.");
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  // On a busy machine half a second passes between calls, which makes a long press.
  if (to === from) return page.mouse.click(...at(from));
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}
async function tapByName(page: Page, name: RegExp): Promise<void> {
  const button = page.locator(".tap-by-name button", { hasText: name });
  await button.focus();
  await page.keyboard.press("Enter");
}

describe.skipIf(!hasChromium)("a job that driven by a person", () => {
  it(inChromium("is done by mouse and keyboard, and judged like any other"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, "/jobs?new=1");
    const { page } = opened;
    await page.getByLabel("Task", { exact: true }).fill("Turn on Bluetooth");
    await page.getByRole("dialog").getByLabel("Agent").selectOption("you, in the console");
    await page.getByRole("button", { name: "Add a check" }).click();
    await page.getByLabel("Check 1: expected value").fill("global/bluetooth_on=1");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByRole("heading", { name: "You drive" }).waitFor();
    await step(page, 1);
    // Where the first app's icon is on every launcher of these phones.
    await touch(page, [0.15, 0.53]);
    await step(page, 2);
    await touch(page, [0.5, 0.3], [0.5, 0.8]);
    await step(page, 3);
    await opened.expectSound();
    await page.getByText(/^Tap by name/).click();
    await tapByName(page, /^Connected devices/);
    await step(page, 4);
    await tapByName(page, /^Connection preferences/);
    await step(page, 5);
    await tapByName(page, /^Bluetooth/);
    await step(page, 6);
    await tapByName(page, /^Use Bluetooth/);
    await step(page, 7);
    await page.keyboard.press("b");
    await step(page, 8);
    await page.getByLabel("The task is done").check();
    await page.getByLabel("Why").fill("The switch is on.");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.locator(".job-title").getByText("succeeded").waitFor({ timeout: 60_000 });
    await page.getByText("agent says it is done · all checks passed").waitFor();
    const [job] = (await api().jobs()).items;
    expect(job).toMatchObject({ outcome: "succeeded", claim: { summary: "The switch is on." } });
    const { items } = await api().steps(job?.jobId ?? "");
    expect(items.map(({ actions }) => actions[0]?.action.action)).toEqual([
      "tap",
      "swipe",
      "tap",
      "tap",
      "tap",
      "tap",
      "back",
      "FINISH",
    ]);
    expect(items.every(({ chosenBy }) => chosenBy === "human")).toBe(true);
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("takes each turn once, says when it was late, and goes on with what is there"), async () => {
    const { jobId } = await api().submit({ task: "Look around", agent: { kind: "human" } });
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`, {
      width: 390,
      height: 844,
      colorScheme: "dark",
    });
    const { page } = opened;
    await step(page, 1);
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/turns/")) posted.push(request.url());
    });
    await page.getByRole("button", { name: /Home/ }).dblclick();
    await step(page, 2);
    expect(posted).toHaveLength(1);
    await opened.expectSound();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    // Another window answers first; this one is not told of it meanwhile.
    const polls = "**/v1/jobs/*/turn?*";
    let isHeld = true;
    await page.route(polls, (route) => (isHeld ? route.abort() : route.continue()));
    const { turn } = await callRoute(on.farm.file, "readTurn", { id: jobId, query: {} });
    await callRoute(on.farm.file, "answerTurn", {
      id: jobId,
      turnId: turn?.turnId ?? "",
      query: {},
      body: { actions: [{ action: "wait", duration: 100 }] },
    });
    await page.getByRole("button", { name: /Home/ }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /answered/ })
      .waitFor();
    isHeld = false;
    await step(page, 3);
    await page.getByLabel("I give up").check();
    await page.getByLabel("Why").fill("I have to leave.");
    await page.getByRole("button", { name: "Finish" }).click();
    const job = await jobEnded(api(), jobId);
    expect(job).toMatchObject({ outcome: "failed", endReason: "agentFailed" });
    expect(job.outcomeReason).toContain("I have to leave.");
  });
});

describe.skipIf(!hasChromium)("a session", () => {
  it(
    inChromium("is found beside the devices, shown as a job with its labels, and ended with its reason"),
    async () => {
      await callRoute(on.farm.file, "createSession", { body: { labels: { suite: "login <b>1</b>" } } });
      await using opened = await openConsole(on.browser, on.farm.file, "/devices");
      const { page } = opened;
      await page.getByRole("link", { name: "Sessions" }).click();
      await page.locator(".table-body .row-link").first().click();
      const line = page.getByRole("region", { name: "Session" });
      await line.getByText("waits for its user").waitFor();
      await line.getByText("suite=login <b>1</b>").waitFor();
      await opened.expectSound();
      await line.getByRole("button", { name: "End the session" }).click();
      await line.getByText("ended: its user ended it").waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  it(inChromium("is watched by its link without an account, until the link is taken back"), async () => {
    const { sessionId: id } = await callRoute(on.farm.file, "createSession", { body: {} });
    const link = await callRoute(on.farm.file, "createSessionLink", { id, body: {} });
    await using opened = await openConsole(on.browser, on.farm.file, link.page, {
      signedIn: false,
      alone: true,
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "Live session" }).waitFor();
    await page.getByRole("img", { name: "The screen now" }).waitFor();
    await callRoute(on.farm.file, "actInSession", {
      id,
      body: { actions: [{ action: "open_app", app: "Clock" }] },
    });
    await page.getByText("open Clock").waitFor();
    await opened.expectSound();
    expect(await page.evaluate("[sessionStorage.length, localStorage.length, document.cookie]")).toEqual([
      0,
      0,
      "",
    ]);
    await callRoute(on.farm.file, "revokeSessionLink", { id, linkId: link.linkId });
    await page.getByRole("alert").getByText("This link is unknown").waitFor();
    await expect.poll(() => page.getByRole("img").count()).toBe(0);
    await callRoute(on.farm.file, "endSession", { id });
  });
});
