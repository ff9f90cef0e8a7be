import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Issuer, startIssuer } from "../issuer.ts";
import { startDeployedConsole } from "./deployed-console.ts";
import { closePages, hasChromium, inChromium, workersBrowser } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { type SeededFarm, startSeededFarm } from "./seeded-farm.ts";

let browser: Browser;
let farm: SeededFarm;
let issuer: Issuer;
let front: LoopbackServer;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, farm, issuer] = await Promise.all([workersBrowser(), startSeededFarm(), startIssuer()]);
  front = await startDeployedConsole(farm, issuer);
  issuer.letIn(front.url);
});
afterAll(async () => {
  if (!hasChromium) return;
  await closePages(browser);
  await front.close();
  await issuer.close();
  await farm[Symbol.asyncDispose]();
});

const open = (path: string) =>
  openConsole(browser, { apiUrl: front.url, token: "" }, path, { signedIn: false });
/** Of a browser's console that tells of each 401 and 400 by itself. */
const others = (complaints: readonly string[]) => complaints.filter((line) => !/status of 40[01]/.test(line));

describe.skipIf(!hasChromium)("signing in at an issuer", () => {
  it(
    inChromium("goes by code and PKCE, and ends on the page that was meant with nothing left in the address"),
    async () => {
      await using opened = await open("/devices?state=ready");
      const { page } = opened;
      await page.getByText("acme").waitFor();
      await opened.expectSound();
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      expect(page.url()).toBe(`${front.url}/devices?state=ready`);
      expect(await page.evaluate("Object.keys(localStorage).sort()")).toEqual([
        "drover.refresh",
        "drover.token",
      ]);
      expect(others(opened.complaints)).toEqual([]);
    },
  );

  it(inChromium("takes no code but of what this tab asked for itself"), async () => {
    await using opened = await open("/jobs");
    const { page } = opened;
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    const pending = { state: "own", nonce: "n", verifier: "v".repeat(43), returnTo: "/jobs" };
    await page.evaluate(
      `sessionStorage.setItem("drover.signing-in", ${JSON.stringify(JSON.stringify(pending))})`,
    );
    await opened.goTo("/?code=stolen&state=another");
    await page.getByRole("alert").getByText("state").waitFor();
    expect(await page.evaluate("[sessionStorage.length, localStorage.length, location.search]")).toEqual([
      0,
      0,
      "",
    ]);
  });

  it(
    inChromium("is renewed without a word when its token is over, and asked for again when that is refused"),
    async () => {
      await using opened = await open("/batches");
      const { page } = opened;
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "Batches" }).waitFor();
      const before = await page.evaluate("localStorage.getItem('drover.token')");
      issuer.endTokens();
      await expect.poll(() => page.evaluate("localStorage.getItem('drover.token')")).not.toBe(before);
      await page.getByRole("heading", { level: 1, name: "Batches" }).waitFor();
      issuer.endSessions();
      issuer.endTokens();
      await page.getByRole("status").getByText("Your session has expired").waitFor();
      expect(await page.evaluate("localStorage.length")).toBe(0);
      expect(others(opened.complaints)).toEqual([]);
    },
  );
});
