import { describe, expect, it } from "vitest";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnSeeds();

describe.skipIf(!hasChromium)("a session", () => {
  it(
    inChromium("ends in words when the farm no longer takes its token, and on the same page after the next"),
    async () => {
      await using opened = await openConsole(on.browser, { ...on.farm, token: "stale" }, "/batches");
      const { page } = opened;
      await page.getByRole("status").getByText("Your session has expired").waitFor();
      expect(await page.evaluate("localStorage.length")).toBe(0);
      await page.getByLabel("Or paste a token:").fill(on.farm.token);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Batches" }).waitFor();
      // The browser itself tells of every 401; nothing else was wrong.
      expect(opened.complaints.filter((line) => !line.includes("401"))).toEqual([]);
    },
  );

  it(inChromium("ends when its owner says so, and leaves nothing behind"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    await page.getByRole("button", { name: "local menu" }).click();
    await opened.expectSound();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Or paste a token:").waitFor();
    expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);
  });

  it(inChromium("holds in every tab of the farm, and ends in all of them"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${on.farm.apiUrl}/batches`);
    await other.getByRole("heading", { level: 1, name: "Batches" }).waitFor();
    await other.getByRole("button", { name: "local menu" }).click();
    await other.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Or paste a token:").waitFor();
    await other.close();
  });

  it.each([
    ["dismiss", "Jobs"],
    ["accept", "Or paste a token:"],
  ] as const)(
    inChromium("is replaced by a link with another token only when its owner says so: %s"),
    async (answer, shown) => {
      await using opened = await openConsole(on.browser, on.farm, "/jobs");
      const { page } = opened;
      await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
      const asked: string[] = [];
      const other = await page.context().newPage();
      other.on("dialog", (dialog) => {
        asked.push(dialog.message());
        void dialog[answer]();
      });
      await other.goto(`${on.farm.apiUrl}/jobs#token=somebody-else`);
      await other.getByText(shown).first().waitFor();
      expect(asked).toEqual([expect.stringContaining("Cancel keeps your session")]);
      await other.close();
    },
  );
});

describe.skipIf(!hasChromium)("the page's policy", () => {
  it(inChromium("lets no text become markup, no inline script run and nobody else be asked"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    await page.getByRole("link", { name: "Drover" }).waitFor();
    const tried = await page.evaluate(`(async () => {
      const outcome = async (attempt) => { try { await attempt(); return "done"; } catch (error) { return error.name; } };
      const inline = document.createElement("script");
      return {
        markup: await outcome(() => { document.body.innerHTML = "<b>x</b>"; }),
        script: await outcome(() => { inline.textContent = "window.ran = true"; document.body.append(inline); }),
        ran: window.ran === true,
        elsewhere: await outcome(() => fetch("http://127.0.0.1:9/")),
      };
    })()`);
    expect(tried).toEqual({ markup: "TypeError", script: "TypeError", ran: false, elsewhere: "TypeError" });
    expect(opened.complaints.join("\n")).toContain("connect-src");
  });

  it("comes with every answer of the page, and what never changes is kept for good", async () => {
    const page = await fetch(on.farm.apiUrl, { headers: { accept: "text/html" } });
    const asset = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? "";
    const script = await fetch(new URL(asset, on.farm.apiUrl));
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    for (const { headers } of [page, script]) {
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    const again = await fetch(on.farm.apiUrl, {
      headers: { "if-none-match": page.headers.get("etag") ?? "" },
    });
    expect([page.headers.get("cache-control"), again.status]).toEqual(["no-cache", 304]);
  });

  it.each([
    ["/assets/..%2f..%2fpackage.json", 401],
    ["/assets/none.js", 404],
    ["/v1/jobs", 401],
    ["/openapi.json", 200],
  ])("answers %s with %i, not with the page, even to a browser", async (target, status) => {
    const answer = await fetch(on.farm.apiUrl + target, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain("<html");
  });
});
