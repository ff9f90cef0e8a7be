import sharp from "sharp";
import { ulid } from "ulid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lease } from "#shared/contracts/device/lease.ts";
import { Observation } from "#shared/contracts/device/observation.ts";
import type { SplitWindow } from "#shared/contracts/device/split-screen.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;
const clock = "com.android.deskclock";
const contacts = "com.android.contacts";
const upper = { left: 0, top: 0, right: 1080, bottom: 1184 };
const lower = { left: 0, top: 1216, right: 1080, bottom: 2400 };

describe("a split screen on a device", () => {
  let farm: TestFarm;
  let parent: { jobId: JobId; lease: Lease };
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    parent = await farm.lease();
    await farm.run(parent, setUp);
  });
  afterEach(() => farm.close());

  const phone = () => {
    const [found] = farm.phones.phones;
    if (found === undefined) throw new Error("no phone");
    return found;
  };
  const split = (first: string, second: string) =>
    farm.run(parent, { kind: "splitScreen", apps: { first, second } });

  /** The job of that window on the parent's lease, with what it saw first. */
  async function inWindow(window: SplitWindow) {
    const jobId = JobId.parse(ulid());
    await farm.repositories.jobs.create(sampleJob({ jobId, parentJobId: parent.jobId, window }));
    const held = { jobId, lease: parent.lease };
    return { held, ...(await seen(await farm.run(held, setUp))) };
  }

  async function seen({ output, error, cause }: { output?: string; error?: string; cause?: string }) {
    if (output === undefined) throw new Error(`${error}: ${cause}`);
    const answer = JSON.parse(output) as {
      observation: unknown;
      outcome?: { ok: boolean; message?: string };
    };
    const observation = Observation.parse(answer.observation);
    const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    return { observation, tree, outcome: answer.outcome };
  }

  let steps = 0;
  const act = async (held: { jobId: JobId; lease: Lease }, action: StoredAction) => {
    steps += 1;
    return seen(await farm.run(held, { kind: "perform", stepNumber: steps, actions: [action], ...looking }));
  };

  it("[spec R10] shows each of two jobs its own window alone, as if it were the whole screen", async () => {
    expect(JSON.parse((await split(clock, contacts)).output ?? "")).toEqual({
      areas: { first: { package: clock, bounds: upper }, second: { package: contacts, bounds: lower } },
    });
    const [first, second] = [await inWindow("first"), await inWindow("second")];
    expect(first.observation).toMatchObject({ package: clock, screen: { width: 1080, height: 1184 } });
    expect(second.observation).toMatchObject({ package: contacts, screen: { width: 1080, height: 1184 } });
    for (const { tree } of [first, second]) {
      expect(tree.elements.length).toBeGreaterThan(2);
      for (const { bounds } of tree.elements) {
        expect(bounds.top).toBeGreaterThanOrEqual(0);
        expect(bounds.bottom).toBeLessThanOrEqual(1_184);
      }
    }
    const picture = await farm.storage.artifacts.get(second.observation.screenshotKey ?? "");
    expect(await sharp(Buffer.from(picture)).metadata()).toMatchObject({ width: 1080, height: 1184 });
  });

  it("[spec R10] touches nothing outside of a job's window", async () => {
    await split(clock, contacts);
    const [first, second] = [await inWindow("first"), await inWindow("second")];
    const taps = vi.spyOn(phone().input, "tap");
    await act(first.held, { action: "tap", coordinate: [1, 1] });
    await act(second.held, { action: "tap", coordinate: [0, 0] });
    expect(taps.mock.calls).toEqual([
      [1_079, 1_183],
      [0, 1_216],
    ]);
  });

  it("[spec R10] types into the job's own window, whichever had the focus", async () => {
    await split(clock, contacts);
    const [first, second] = [await inWindow("first"), await inWindow("second")];
    const add = second.tree.elements.find(({ content_description }) =>
      /Create contact/i.test(content_description),
    );
    if (add === undefined)
      throw new Error(second.tree.elements.map((one) => one.content_description).join("|"));
    const middle: [number, number] = [
      (add.bounds.left + add.bounds.right) / 2 / 1_080,
      (add.bounds.top + add.bounds.bottom) / 2 / 1_184,
    ];
    const form = await act(second.held, { action: "tap", coordinate: middle });
    const name = form.tree.elements.find(({ type }) => type === "textfield");
    if (name === undefined) throw new Error("no field");
    const field: [number, number] = [
      (name.bounds.left + name.bounds.right) / 2 / 1_080,
      (name.bounds.top + name.bounds.bottom) / 2 / 1_184,
    ];
    await act(second.held, { action: "tap", coordinate: field });
    await act(first.held, { action: "tap", coordinate: [0.5, 0.1] });
    expect(phone().activities.focused()?.packageName).toBe(clock);
    const typed = await act(second.held, { action: "type", text: "Ada" });
    expect(typed.outcome).toMatchObject({ ok: true });
    expect(typed.tree.elements.map(({ text }) => text)).toContain("Ada");
  });

  it("[spec R10] refuses a job what would end the other's window, and opens one again that was closed", async () => {
    await split(clock, contacts);
    const [first, second] = [await inWindow("first"), await inWindow("second")];
    expect((await act(first.held, { action: "home" })).outcome).toMatchObject({
      ok: false,
      errorCode: "ValidationError",
    });
    expect((await act(second.held, { action: "back" })).observation.package).toBe(contacts);
    expect(
      phone()
        .activities.tasks()
        .filter(({ isBeside }) => isBeside),
    ).toHaveLength(1);
  });

  it("[spec R10] leaves it at the end, and the device is clean", async () => {
    await split(clock, contacts);
    await inWindow("first");
    expect((await farm.run(parent, { kind: "release" })).output).toBe('{"clean":true}');
    expect(phone().activities.focused()?.packageName).toBe("com.android.launcher3");
    expect(
      phone()
        .activities.tasks()
        .filter(({ bounds }) => bounds !== undefined),
    ).toEqual([]);
  });

  it("goes on over a restart of the host, and is left when it is asked for", async () => {
    await split(clock, contacts);
    const first = await inWindow("first");
    await farm.hosts[0]?.close();
    await farm.startHost();
    expect((await act(first.held, { action: "tap", coordinate: [0.5, 0.5] })).observation.package).toBe(
      clock,
    );
    await split(clock, contacts);
    expect((await farm.run(parent, { kind: "splitScreen", apps: null })).output).toBe('{"areas":null}');
    expect(phone().activities.focused()?.packageName).toBe("com.android.launcher3");
  });

  it("says why two windows cannot be had", async () => {
    expect(await split(clock, clock)).toMatchObject({ error: "DeviceUnsupported" });
    expect(await split(clock, "com.example.nothing")).toMatchObject({ error: "AppNotFound" });
  });
});
