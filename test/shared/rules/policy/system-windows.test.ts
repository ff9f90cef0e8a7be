import { describe, expect, it } from "vitest";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import type { UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { type PolicedAction, type PolicyFacts, policyRefusal } from "#shared/rules/policy/policy-refusal.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { sampleElement } from "../../screen/sample-tree.ts";

const tap: PolicedAction = { action: "tap", kind: "touch" };
const type = (text: string): PolicedAction => ({ action: "type", kind: "text", text });

const why = (action: PolicedAction, choice: PolicyChoice, facts: PolicyFacts): string | null =>
  policyRefusal(action, resolvePolicy(choice), facts);

describe("parts of the system's own windows", () => {
  const part = (change: Partial<UIElement>): UIElement => sampleElement(change);
  const inShade = (...aimed: UIElement[]): PolicyFacts => ({ package: "com.android.systemui", aimed });
  const noSettings: PolicyChoice = { actions: { deny: ["settings"] } };
  const id = (name: string) => `com.android.systemui:id/${name}`;
  const row = part({ resource_id: id("expandableNotificationRow"), clickable: true });
  const swipe: PolicedAction = { action: "swipe", kind: "touch", presses: "nothing" };

  it("are settings: tiles of every maker, sliders, and buttons without an id outside of notifications", () => {
    const tiles = [
      part({ type: "switch" }),
      part({ resource_id: id("tile_label") }),
      part({ resource_id: id("mobile_toggle"), type: "switch" }),
      part({ content_description: "Internet,AndroidWifi", clickable: true }),
    ];
    for (const tile of tiles) {
      expect(why(tap, noSettings, inShade(tile))).toContain("actions.deny has 'settings'");
      expect(why(tap, {}, inShade(tile))).toBeNull();
      expect(why(swipe, noSettings, inShade(tile))).toBeNull();
    }
    expect(why(swipe, noSettings, inShade(part({ type: "slider" })))).toContain("'settings'");
    expect(why(tap, noSettings, inShade(row, part({ clickable: true })))).toBeNull();
    expect(
      why(tap, noSettings, inShade(part({ resource_id: id("dismiss_text"), clickable: true }))),
    ).toBeNull();
  });

  it("are text messages: a notification's field for an answer, its button, and answers that it proposes", () => {
    for (const name of ["remote_input_text", "remote_input_send", "smart_reply_view"])
      expect(why(tap, {}, inShade(row, part({ resource_id: id(name) })))).toContain("actions.deny has 'sms'");
    expect(why(type("Yes"), {}, inShade(part({ resource_id: id("remote_input_text") })))).toContain("'sms'");
    expect(why(type("1234"), {}, inShade(part({ resource_id: id("passwordEntry") })))).toBeNull();
  });

  it("that nobody can see may be settings, and typing there an answer", () => {
    const unseen = { package: "com.android.systemui", aimed: null };
    expect(why(tap, noSettings, unseen)).toContain("'settings'");
    expect(why(tap, {}, unseen)).toBeNull();
    expect(why(type("Yes"), {}, unseen)).toContain("'sms'");
  });

  it("never keep a call from being ended or refused, whatever else the policy denies there", () => {
    const dialer = "com.google.android.dialer";
    const inCall = (name: string): PolicyFacts => ({
      package: dialer,
      aimed: [part({ resource_id: `${dialer}:id/${name}` })],
    });
    const choice = { packages: { deny: [dialer] } };
    for (const name of ["incall_end_call", "incoming_decline", "disconnect_button"])
      expect(why(tap, choice, inCall(name))).toBeNull();
    for (const name of ["incoming_answer", "call_button", "dialpad_floating_action_button"])
      expect(why(tap, {}, inCall(name))).toContain("actions.deny has 'call'");
    const named = { package: dialer, aimed: [part({ text: "End call", resource_id: `${dialer}:id/name` })] };
    expect(why(tap, {}, named)).toContain("actions.deny has 'call'");
    expect(why(tap, { actions: { deny: ["touch"] } }, inCall("incall_end_call"))).toContain("'touch'");
  });
});
