import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvalNeeded, type ProposedAction } from "#agent/policy/approval-needed.ts";
import { consequencesOf, consequencesOfId } from "#agent/policy/consequence-words.ts";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import { SemanticUITree, type UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { approvalAnswer } from "#shared/rules/approval-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";

const element = (id: number, change: Partial<UIElement>): UIElement => ({
  element_id: id,
  stable_id: `s${id}`,
  type: "button",
  ...{
    text: "",
    content_description: "",
    hint_text: "",
    resource_id: "",
    class_name: "android.widget.Button",
  },
  ...{ clickable: true, long_clickable: false, focusable: true, focused: false, scrollable: false },
  ...{ checkable: false, checked: false, selected: false, enabled: true, password: false },
  bounds: { left: 0, top: id * 100, right: 500, bottom: id * 100 + 100 },
  visibility: "visible",
  ...change,
});
const tree = SemanticUITree.parse({
  ...{ schema_version: 1, screen_id: "s", device_id: "d", app_name: "Shop", app_package: "com.shop" },
  ...{ activity: ".Cart", screen_width: 1_000, screen_height: 2_000, timestamp: 0 },
  ...{ keyboard_shown: false, truncated: false },
  elements: [
    element(0, { text: "Pay now" }),
    element(1, { text: "Back to shop" }),
    element(2, { type: "textfield", hint_text: "Send to" }),
    element(3, { type: "image", resource_id: "com.shop:id/btnDeleteItem" }),
  ],
});
const tap = (id: number): ProposedAction => ({
  policed: { action: "tap", kind: "touch" },
  chosen: { action: { action: "tap", element: id } },
  tree,
  package: "com.shop",
});
const why = (proposed: ProposedAction, approve: PolicyChoice["approve"]) =>
  approvalNeeded(proposed, resolvePolicy({ approve }).approve);
const all = { categories: ["payment", "deletion", "sending"] } as const satisfies PolicyChoice["approve"];

describe("what waits for a yes", () => {
  it("is nothing unless the policy says so", () => {
    expect(why(tap(0), undefined)).toEqual([]);
  });

  it("is what a button's name or id says that it pays, deletes or sends", () => {
    expect(why(tap(0), { categories: [...all.categories] })).toEqual(["payment"]);
    expect(why(tap(3), { categories: [...all.categories] })).toEqual(["deletion"]);
    expect(why(tap(1), { categories: [...all.categories] })).toEqual([]);
    expect(why(tap(2), { categories: [...all.categories] })).toEqual([]);
    expect(why(tap(0), { categories: ["sending"] })).toEqual([]);
  });

  it("is found under the point of an agent that names no element", () => {
    const at = { action: "tap", coordinate: [0.2, 0.02] };
    const proposed = { ...tap(0), chosen: { action: at, deviceAction: at } };
    expect(why(proposed, { categories: ["payment"] })).toEqual(["payment"]);
    expect(why({ ...proposed, tree: null }, { categories: ["payment"] })).toEqual([]);
    const scroll = {
      ...proposed,
      policed: { action: "scroll", kind: "touch" as const, presses: "nothing" as const },
    };
    expect(why(scroll, { categories: ["payment"] })).toEqual([]);
  });

  it("is whatever is of a kind, in an app or on an element that the policy names", () => {
    expect(why(tap(1), { kinds: ["touch"] })).toEqual(["actions of the kind 'touch'"]);
    expect(why({ ...tap(1), package: "com.android.mms" }, { kinds: ["sms"] })).toHaveLength(1);
    expect(why(tap(1), { packages: ["com.*"] })).toEqual(["anything in com.shop"]);
    const opening = {
      ...tap(1),
      policed: { action: "open_app", kind: "apps" as const, package: "com.bank" },
    };
    expect(why(opening, { packages: ["com.bank"] })).toEqual(["anything in com.bank"]);
    expect(why(tap(1), { selectors: [{ text: "Back to shop" }] })).toHaveLength(1);
    expect(why(tap(0), { selectors: [{ text: "Back to shop" }] })).toEqual([]);
    const waits = { ...tap(1), policed: { action: "wait", kind: "none" as const } };
    expect(why(waits, { packages: ["com.*"], kinds: ["none"] })).toEqual([]);
  });

  it("is Enter in a messenger, which sends", () => {
    const enter: ProposedAction = {
      policed: { action: "type", kind: "text" },
      chosen: { action: { action: "type", text: "Hi", submit: true } },
      tree: null,
      package: "com.google.android.apps.messaging",
    };
    expect(why(enter, { categories: ["sending"] })).toEqual(["sending"]);
    expect(why({ ...enter, package: "com.notes" }, { categories: ["sending"] })).toEqual([]);
  });
});

describe("words of consequence", () => {
  it.each([
    ["Jetzt kaufen", "payment"],
    ["Passer la commande", "payment"],
    ["Realizar pedido", "payment"],
    ["立即购买", "payment"],
    ["Nachricht löschen", "deletion"],
    ["Désinstaller", "deletion"],
    ["削除", "deletion"],
    ["Condividi", "sending"],
    ["Enviar mensaje", "sending"],
    ["SEND", "sending"],
  ])("%s is %s", (name, category) => {
    expect(consequencesOf(name)).toContain(category);
  });

  it.each([
    "Payload",
    "Sender",
    "Deleted items",
    "Removed",
    "Postcode",
    "Shareholder",
    "Buyer's guide",
    "Settings",
    "Vitamins A, B and C",
    "P L A Y",
  ])("%s is none, for no word stands by itself in it", (name) => {
    expect(consequencesOf(name)).toEqual([]);
  });

  it.each([
    ["Ｐａｙ　ｎｏｗ", "payment"],
    ["Pa\u00ady", "payment"],
    ["P\u200ba\u2060y", "payment"],
    ["Р\u0430\u0443", "payment"],
    ["Pаy nоw", "payment"],
    ["𝐏𝐚𝐲", "payment"],
    ["ᴘᴀʏ", "payment"],
    ["P\u0332a\u0332y\u0332", "payment"],
    ["DeIete", "deletion"],
    ["De1ete", "deletion"],
    ["Rernove", "deletion"],
    ["Lo\u0308schen", "deletion"],
    ["Ѕеnd", "sending"],
    ["Sеոd", "sending"],
    ["Sεnd", "sending"],
    [`${"\u200b".repeat(80)}Send`, "sending"],
    ["購\u00ad入", "payment"],
    ["ᏢᎪᎩ", "payment"],
    ["ꓑꓮꓬ ꓠꓳꓪ", "payment"],
    ["ⲢⲀⲨ", "payment"],
    ["🅿🅰🆈", "payment"],
    ["🅟🅐🅨", "payment"],
    ["🄿🄰🅈", "payment"],
    ["🇵 🇦 🇾", "payment"],
    ["⒫⒜⒴", "payment"],
    ["p a y", "payment"],
    ["P.A.Y", "payment"],
    ["P\u2009A\u2009Y   N\u2009O\u2009W", "payment"],
    ["S E N D M O N E Y", "payment"],
    ["d·e·l·e·t·e", "deletion"],
    ["Ꭱ Ꭼ m o v e", "deletion"],
  ])("%s reads as %s, as a person reads it", (name, category) => {
    expect(consequencesOf(name)).toContain(category);
  });

  it("are found in any letters that look like theirs", () => {
    const looks: Readonly<Record<string, string>> = {
      a: "aаαＡａ",
      e: "eеεｅ",
      o: "oоο0ｏ",
      i: "iіι1l",
      y: "yуʏ",
    };
    const disguised = fc
      .constantFrom("pay now", "delete", "send", "remove", "wipe", "invite")
      .chain((word) =>
        fc.tuple(
          fc.constant(word),
          ...[...word].map((letter) => fc.constantFrom(...(looks[letter] ?? letter))),
        ),
      );
    fc.assert(
      fc.property(
        disguised,
        fc.constantFrom("", "\u00ad", "\u200b", "\ufe0f"),
        ([word, ...letters], hidden) => {
          expect(consequencesOf(letters.join(hidden))).toEqual(consequencesOf(word));
        },
      ),
    );
  });

  it("are read in ids, and not in texts that somebody reads", () => {
    expect(consequencesOfId("com.x:id/send_message_button")).toEqual(["sending"]);
    expect(consequencesOfId("com.x:id/sendButton")).toEqual(["sending"]);
    expect(consequencesOf(`Ann: could you please send me the papers that we ${"talked ".repeat(9)}`)).toEqual(
      [],
    );
  });

  it("are looked for in any text in short time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        consequencesOf(text);
        consequencesOfId(text);
      }),
    );
  });
});

describe("an answer to what waits", () => {
  it.each([
    ["yes", { approved: true }],
    [" YES. ", { approved: true }],
    ["no", { approved: false }],
    ["No: it costs too much", { approved: false, reason: "it costs too much" }],
    ["n, wait", { approved: false, reason: "wait" }],
  ])("%j is understood", (text, answer) => {
    expect(approvalAnswer(text)).toEqual(answer);
  });

  it("is never a yes with something behind it, whatever that is", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (more) => {
        const answer = approvalAnswer(`yes ${more}`);
        expect(answer === null || /^[.!\s]*$/.test(more)).toBe(true);
      }),
    );
    expect(approvalAnswer("yes, but only one")).toBeNull();
    expect(approvalAnswer("notebook")).toBeNull();
  });
});
