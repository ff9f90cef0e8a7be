import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentAction, builtInActions } from "#shared/actions/built-in-actions.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;

describe("pinching a page on a phone", () => {
  let farm: TestFarm;
  let site: Awaited<ReturnType<typeof startLoopbackServer>>;
  let held: Awaited<ReturnType<TestFarm["lease"]>>;
  let steps = 0;
  let tree: SemanticUITree | null = null;
  beforeAll(async () => {
    site = await startLoopbackServer({
      answer: async () => ({
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<h1>A page</h1>",
      }),
      bodyLimitBytes: 0,
      tooLarge: { status: 413, headers: {}, body: "" },
    });
    farm = await startTestFarm();
    await farm.startHost();
    held = await farm.lease({ policy: resolvePolicy({ urls: { hosts: { also: ["127.0.0.1"] } } }) });
    await farm.run(held, { kind: "setUp", precheck: false, ...looking });
    await perform({ action: "open_url", url: site.url });
  }, 60_000);
  afterAll(() => Promise.all([farm.close(), site.close()]));

  async function perform(action: StoredAction) {
    steps += 1;
    const command = { kind: "perform", stepNumber: steps, actions: [action], ...looking } as const;
    const { output } = await farm.run(held, command);
    const answer = PerformAnswer.parse(JSON.parse(output ?? "null"));
    tree = await farm.storage.artifacts.getJson(answer.observation.treeKey ?? "", SemanticUITree);
    return answer.outcome;
  }
  const choose = (action: AgentAction) => {
    const { deviceAction } = resolveTarget(action, builtInActions, { tree, apps: [] });
    if (deviceAction === undefined) throw new Error("nothing for the device");
    return perform(deviceAction);
  };
  /** Of the page's heading, in pixels. */
  const height = (): number => {
    const [heading] = (tree?.elements ?? []).filter(({ text, type }) => text === "A page" && type === "text");
    if (heading === undefined) throw new Error("no heading on the page");
    return heading.bounds.bottom - heading.bounds.top;
  };

  it("zooms in, and out again", async () => {
    const before = height();
    expect(await choose({ action: "pinch", zoom: "in" })).toEqual({ ok: true, effect: "done", retries: 0 });
    const near = height();
    expect(near).toBeGreaterThan(before * 1.7);
    await choose({ action: "pinch", zoom: "out" });
    expect(height()).toBe(before);
  });

  it("[spec I2.2] puts the fingers where they are meant on a phone that is held sideways", async () => {
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    phone.faults.rotation = 1;
    phone.changed();
    await perform({ action: "wait", duration: 1 });
    const before = height();
    expect(tree?.screen_width).toBe(2_400);
    await choose({ action: "pinch", zoom: "in", coordinate: [0.5, 0.5] });
    expect(height()).toBeGreaterThan(before * 1.3);
  });
});
