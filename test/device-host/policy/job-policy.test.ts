import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FaultPlan } from "@drover/virtual-android";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const start = async (policy: PolicyChoice): Promise<Held> => {
  const held = await farm.lease({ policy: resolvePolicy(policy) });
  await farm.run(held, setUp);
  return held;
};
const perform = async (held: Held, stepNumber: number, action: StoredAction) => {
  const { output } = await farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
  return PerformAnswer.parse(JSON.parse(output ?? "null"));
};
/** The commands that the phone got, but for those that only look. */
const told = (take: MockInstance<FaultPlan["take"]>): readonly string[] =>
  take.mock.calls
    .map(([, service]) => service)
    .filter((service) => /am start|input |ime |monkey/.test(service));

describe("a job's policy, on the host", () => {
  it("[fault E8] keeps from the phone what the model was talked into, and says which rule on the step", async () => {
    await farm.startHost();
    const held = await start({ packages: { deny: ["com.android.contacts"] } });
    const take = vi.spyOn(farm.faults, "take");
    const attempts: readonly (readonly [StoredAction, string])[] = [
      [{ action: "open_app", package: "com.android.contacts" }, "packages.deny names com.android.contacts"],
      [{ action: "open_url", url: "http://169.254.169.254/latest/meta-data" }, "linkLocal"],
      [{ action: "open_url", url: "tel:110" }, "urls.schemes"],
    ];
    for (const [index, [action, rule]] of attempts.entries()) {
      const { outcome } = await perform(held, index + 1, action);
      expect(outcome).toMatchObject({ ok: false, effect: "none", errorCode: "PolicyDenied" });
      expect(outcome.message).toContain(rule);
      expect((await farm.repositories.steps.get(tenantId, held.jobId, index + 1))?.outcome).toEqual(outcome);
    }
    expect(told(take)).toEqual([]);
  });

  it("[fault E8][spec I8.2] keeps from the phone what a middleware of the config put in place of an allowed action", async () => {
    const file = join(farm.dir, "drover.config.mjs");
    const other = '{ action: { action: "open_app", package: "com.android.contacts" } }';
    await writeFile(file, `export default { middleware: [{ name: "sly", before: () => (${other}) }] };`);
    await farm.startHost({ config: await loadProjectConfig({ DROVER_CONFIG_FILE: file }) });
    const held = await start({ packages: { deny: ["com.android.contacts"] } });
    const take = vi.spyOn(farm.faults, "take");
    const { outcome } = await perform(held, 1, { action: "home" });
    expect(outcome).toMatchObject({ ok: false, effect: "none", errorCode: "PolicyDenied" });
    expect(outcome.message).toContain("packages.deny names com.android.contacts");
    expect(told(take)).toEqual([]);
  });

  it("touches nothing of an app that came to the front, neither unseen nor once it was seen", async () => {
    await farm.startHost();
    const held = await start({ packages: { allow: ["com.android.settings"] } });
    expect((await perform(held, 1, { action: "open_app", package: "com.android.settings" })).outcome.ok).toBe(
      true,
    );
    await phone().activities.start({
      component: "com.android.contacts/.activities.PeopleActivity",
      categories: [],
      extras: {},
      flags: 0x10000000,
    });
    const take = vi.spyOn(farm.faults, "take");
    const tap = { action: "tap", coordinate: [0.5, 0.5] };
    const unseen = await perform(held, 2, tap);
    expect(unseen.outcome).toMatchObject({ effect: "none", errorCode: "ScreenChanged" });
    const refused = await perform(held, 3, tap);
    expect(refused.outcome).toMatchObject({ effect: "none", errorCode: "PolicyDenied" });
    expect(refused.outcome.message).toContain("packages.allow does not name com.android.contacts");
    expect(told(take)).toEqual([]);
    expect((await perform(held, 4, { action: "home" })).outcome.ok).toBe(true);
  });

  it.each([
    ["deny", "denied", {}],
    ["allow", "foreground", { permissions: "allow" }],
  ] as const)(
    "[fault C5] answers a permission dialog with '%s' and tells the agent",
    async (answer, kept, choice) => {
      await farm.startHost();
      const held = await start(choice);
      phone().showPermissionDialog("com.android.contacts", "access your location");
      const { observation } = await perform(held, 1, { action: "wait", duration: 1 });
      expect(observation.package).not.toContain("permissioncontroller");
      expect(observation.flags[0]).toMatch(
        new RegExp(`^permissionDialog: answered '${answer}' .*access your location`),
      );
      expect(phone().settings.get("secure", "drover_permission_com.android.contacts")).toBe(kept);
    },
  );

  it("[fault C5] leaves the dialog to the agent when the policy says so", async () => {
    await farm.startHost();
    const held = await start({ permissions: "ask-model" });
    phone().showPermissionDialog("com.android.contacts", "access your location");
    const { observation } = await perform(held, 1, { action: "wait", duration: 1 });
    expect(observation).toMatchObject({ package: "com.android.permissioncontroller", flags: [] });
    expect((await perform(held, 2, { action: "tap", coordinate: [0.5, 0.5] })).outcome.ok).toBe(true);
  });

  it("answers a dialog that is there before the agent has seen anything", async () => {
    await farm.startHost();
    const permissions = ["android.permission.READ_SMS"];
    const app = { packageName: "org.example.asking", label: "Asking", permissions, asks: permissions };
    const options = { replace: true, downgrade: false };
    await phone().packages.install(Buffer.from(JSON.stringify(app)), options);
    const commands = ["am start -n org.example.asking/.MainActivity"];
    const held = await farm.lease({ prepare: { apps: [], files: [], commands, tearDown: [] } });
    const { output } = await farm.run(held, setUp);
    const { observation } = SetUpAnswer.parse(JSON.parse(output ?? "null"));
    expect(observation.flags[0]).toContain("permissionDialog: answered 'deny'");
  });
});

describe("the tenant's policy", () => {
  it("binds what is done on a device without a job", async () => {
    const file = join(farm.dir, "drover.config.mjs");
    await writeFile(file, "export default { policy: { actions: { deny: ['touch'] } } };");
    const host = await farm.startHost({ config: await loadProjectConfig({ DROVER_CONFIG_FILE: file }) });
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    const execute = async (body: object) => {
      const response = await fetch(`${host.apiUrl}/device/${deviceId}/execute`, {
        method: "POST",
        headers: { authorization: `Bearer ${host.apiToken}` },
        body: JSON.stringify({ action_id: "a", ...body }),
      });
      return { status: response.status, body: await response.json() };
    };
    const take = vi.spyOn(farm.faults, "take");
    expect(await execute({ action_type: "click", element_id: 0 })).toMatchObject({
      status: 403,
      body: { code: "PolicyDenied" },
    });
    expect(told(take)).toEqual([]);
    expect((await farm.device(0, () => true)).state).toBe("ready");
    expect((await execute({ action_type: "global_action", global_action: "HOME" })).status).toBe(200);
  });
});
