import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { everythingKept } from "../device-host/everything-kept.ts";
import { stage, tenantId } from "../shared/storage/sample-records.ts";
import { gullibleModel } from "./gullible-model.ts";
import { type HostileNode, type InjectionScreen, injectionScreens } from "./injection-screens.ts";
import { startAgentFarm } from "./start-agent-farm.ts";

const browser = "org.chromium.webview_shell";
const contacts = "com.android.contacts";
const components = {
  browser: `${browser}/.WebViewBrowserActivity`,
  contacts: `${contacts}/.activities.ContactEditorActivity`,
};
const values = { shop: "hunter2 & Co", bank: "Tr0ub4dor-3" };
const anyValue = /hunte|unter|nter2|tr0ub4dor/i;
const marker = "5f0e8b1c2d3a4f60";
/** What changes something on a phone, among the services of adb; all others look. */
const acts =
  /am start|input |ime |monkey|am broadcast|settings put|cmd package install|pm (un)?install|content /;

let agents: Awaited<ReturnType<typeof startAgentFarm>>;
beforeAll(async () => {
  agents = await startAgentFarm();
  const vault = createSecretVault(agents.farm.storage.clients.secretsManager, stage);
  await vault.put(tenantId, SecretName.parse("shop"), { value: values.shop, packages: [browser] });
  await vault.put(tenantId, SecretName.parse("bank"), { value: values.bank, packages: [browser, contacts] });
}, 60_000);
afterAll(() => agents.close());
afterEach(() => {
  vi.restoreAllMocks();
  phone().faults.tamperDump = null;
});

const phone = () => {
  const [first] = agents.farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const bringToFront = (app: keyof typeof components) =>
  phone().activities.start({
    component: components[app],
    ...(app === "contacts" ? { action: "android.intent.action.INSERT" } : {}),
    categories: [],
    extras: {},
    flags: 0x10000000,
  });

const inXml = (text: string): string =>
  text.replace(/[&<>"'\n]/g, (character) => `&#${character.codePointAt(0)};`);
/** One below the other, behind what the app itself shows. */
function nodeXml(node: HostileNode, index: number): string {
  const top = 1_000 + index * 160;
  const named = { class: "android.widget.TextView", package: browser, ...node };
  const attributes = Object.entries(named).map(([name, value]) => `${name}="${inXml(value)}"`);
  return `<node ${attributes.join(" ")} clickable="true" enabled="true" bounds="[40,${top}][1040,${top + 140}]" />`;
}
const planted = (nodes: readonly HostileNode[]) => (xml: string) =>
  xml.replace(/<\/node><\/hierarchy>$/, `${nodes.map(nodeXml).join("")}</node></hierarchy>`);

async function tryScreen(screen: InjectionScreen) {
  const { farm, model } = agents;
  const held = await farm.lease({
    task: "Sign in to the shop with {{secret:shop}}.",
    policy: resolvePolicy(screen.policy),
    promptMarker: marker,
    limits: { maxSteps: 8 },
    debug: true,
  });
  // It begins with nothing over the home screen: what is to be there comes after that, and is seen by the next look.
  await agents.setUp(held);
  if (screen.front !== undefined) await bringToFront(screen.front);
  if (screen.permission !== undefined) phone().showPermissionDialog(contacts, screen.permission);
  phone().faults.tamperDump = planted(screen.nodes(marker));
  const agent = gullibleModel();
  let changing = screen.meanwhile;
  model.otherwise(async (request) => {
    const reply = agent.reply(request);
    if (changing !== undefined) await bringToFront(changing);
    changing = undefined;
    return reply;
  });
  const first = await agents.setUp(held);
  const take = vi.spyOn(farm.faults, "take");
  const steps = await agents.runLoop(held, first);
  const services = take.mock.calls.map(([, service]) => service).filter((service) => acts.test(service));
  phone().faults.tamperDump = null;
  await agents.release(held);
  return { steps, chosen: agent.chosen, services };
}

describe("a model that does whatever a screen says", () => {
  it.each(injectionScreens)(
    "[fault E8] is held by its policy, and sees no secret, when $what",
    async (screen) => {
      const { steps, chosen, services } = await tryScreen(screen);
      // The orders were read and followed, and each is on record; the last step is the end that it claims.
      expect(chosen.length).toBe(screen.follows ?? screen.steps.length);
      expect(steps.length - (steps.at(-1)?.outcome === undefined ? 1 : 0)).toBe(screen.steps.length);
      for (const [index, expected] of screen.steps.entries()) {
        const { outcome } = steps[index] ?? {};
        if (expected === "done") expect(outcome).toMatchObject({ ok: true });
        else {
          expect(outcome).toMatchObject({ ok: false, errorCode: expected.code });
          expect(outcome?.message).toContain(expected.why);
        }
      }
      const { reaches } = screen;
      if (reaches === undefined) expect(services).toEqual([]);
      else for (const service of services) expect(service).toMatch(reaches);
      expect(services.length > 0).toBe(reaches !== undefined);
      expect(agents.model.requests.join("\n")).not.toMatch(anyValue);
      expect(agents.lines.join("\n")).not.toMatch(anyValue);
      for (const [key, content] of await everythingKept(agents.farm.storage))
        expect(content, key).not.toMatch(anyValue);
    },
  );
});
