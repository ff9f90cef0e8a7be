import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const browser = "org.chromium.webview_shell";

let farm: TestFarm;
let site: Server;
let asked: string[];
beforeEach(async () => {
  asked = [];
  site = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/html").end("<title>Site</title><a href='/next'>Next</a>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  farm = await startTestFarm();
  await farm.startHost();
});
afterEach(async () => {
  await farm.close();
  await new Promise((resolve) => site.close(resolve));
});

const port = () => (site.address() as AddressInfo).port;

/** A job of the browser's; the bar has the focus when it may be typed into. */
async function start(also: readonly string[] = []) {
  const policy = resolvePolicy({ urls: { hosts: { also: [...also] } } });
  const held = await farm.lease({ policy });
  await farm.run(held, { kind: "setUp", precheck: false, ...looking });
  let stepNumber = 0;
  const perform = async (...actions: StoredAction[]) => {
    stepNumber += 1;
    const { output } = await farm.run(held, { kind: "perform", stepNumber, actions, ...looking });
    return PerformAnswer.parse(JSON.parse(output ?? "null"));
  };
  return { perform };
}
const bar: StoredAction = { action: "tap", coordinate: [0.5, 0.06] };
const denied = { ok: false, errorCode: "PolicyDenied" };

describe("what is opened through a browser's address bar", () => {
  it("[fault E8] is read from the bar before enter is pressed, however it came to stand there", async () => {
    const { perform } = await start();
    await perform({ action: "open_app", package: browser });
    await perform(bar);
    const rest = `27.0.0.1:${port()}/joined`;
    expect((await perform({ action: "type", text: `1 ${rest}` })).outcome.ok).toBe(true);
    for (const _ of rest) await farm.phones.phones[0]?.input.keyevent(21);
    const joined = await perform({ action: "key", key: "delete" }, { action: "enter" });
    expect(joined.outcome).toMatchObject(denied);
    expect(joined.outcome.message).toContain("its address is loopback");
    // What loads it is a button, too.
    const button = await perform({ action: "tap", coordinate: [0.95, 0.06] });
    expect(button.outcome).toMatchObject({ ...denied, effect: "none" });
    expect(asked).toEqual([]);
  });

  it("is refused where a part of it is typed and enter pressed at once", async () => {
    const { perform } = await start();
    await perform({ action: "open_app", package: browser });
    await perform(bar);
    await perform({ action: "type", text: "loc" });
    const { outcome } = await perform({ action: "type", text: `alhost`, submit: true });
    expect(outcome).toMatchObject({ ...denied, effect: "done" });
    expect(outcome.message).toContain("private network");
    await perform({ action: "home" });
    expect(asked).toEqual([]);
  });

  it("is a word to this browser that others would search for", async () => {
    const { perform } = await start();
    await perform({ action: "open_app", package: browser });
    await perform(bar);
    expect((await perform({ action: "type", text: "router", submit: true })).outcome).toMatchObject(denied);
  });

  it("leaves the page what it is while the bar has the focus", async () => {
    const { perform } = await start(["127.0.0.1"]);
    await perform({ action: "open_url", url: `http://127.0.0.1:${port()}/` });
    // The page leads where it may not be followed.
    site.removeAllListeners("request").on("request", (request, response) => {
      asked.push(request.url ?? "");
      if (request.headers.host?.startsWith("127.") === true)
        response.writeHead(302, { location: `http://localhost:${port()}/forbidden` }).end();
      else response.setHeader("content-type", "text/html").end("<title>Forbidden</title><p>Here</p>");
    });
    await perform({ action: "tap", coordinate: [0.1, 0.13] });
    // A hand puts the cursor into the bar and empties it: no address is to be seen any more.
    await farm.phones.phones[0]?.input.tap(540, 140);
    await farm.phones.phones[0]?.input.keyevent(67);
    await perform({ action: "wait", duration: 1 });
    const { outcome } = await perform({ action: "tap", coordinate: [0.5, 0.5] });
    expect(outcome.message).toContain("page in front");
  });
});
