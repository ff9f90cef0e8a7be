import { describe, expect, it } from "vitest";
import { withoutPasswords } from "#device-host/observe/captured-screen.ts";
import type { KeptFields } from "#device-host/secrets/typed-fields.ts";
import { TypedSecrets } from "#device-host/secrets/typed-secrets.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";

const reference = "{{secret:s}}";
const value = "hunter2 & Co";
type Node = Readonly<Record<string, string>>;

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.codePointAt(0)};`);
const nodeXml = (node: Node, children = "") => {
  const all = { text: "", class: "android.widget.EditText", package: "com.shop", password: "false", ...node };
  const attributes = Object.entries({ bounds: "[0,0][500,100]", ...all });
  return `<node ${attributes.map(([name, text]) => `${name}="${escaped(text)}"`).join(" ")}>${children}</node>`;
};
const xmlOf = (...nodes: readonly Node[]) =>
  `<hierarchy rotation="0">${nodes.map((node) => nodeXml(node)).join("")}</hierarchy>`;
const seen = (secrets: TypedSecrets, ...nodes: readonly Node[]) =>
  parseHierarchy(secrets.xml(xmlOf(...nodes))).roots.map(({ text, password }) =>
    password ? `*${text}` : text,
  );

const secretsWith = async (node: Node | null, kept?: KeptFields, secret = value) => {
  const secrets = new TypedSecrets(kept);
  await secrets.add("s", secret);
  const [field] = node === null ? [] : parseHierarchy(xmlOf(node)).roots;
  if (field !== undefined) secrets.fields.remember(field, ["s"]);
  return secrets;
};
const byId = { "resource-id": "com.shop:id/code" };
const at = (top: number): Node => ({ bounds: `[0,${top}][500,${top + 100}]` });

describe("a field that a secret was typed into", () => {
  it("is hidden on every screen of its app that has it, whatever it holds", async () => {
    const secrets = await secretsWith(byId);
    expect(seen(secrets, { ...byId, ...at(900), text: "hu" }, { ...at(900), text: "hu" })).toEqual([
      `*${reference}`,
      "hu",
    ]);
    expect(seen(secrets, { ...byId, text: "" }, { ...byId, package: "com.other", text: "hu" })).toEqual([
      "*",
      "hu",
    ]);
    expect(seen(secrets, { ...byId, text: "Code", hint: "Code" })).toEqual(["*"]);
  });

  it("hides what lies in it, and its description unless that is as it was before", async () => {
    const secrets = await secretsWith({ ...byId, "content-desc": "Code" });
    const inner = nodeXml({ text: "hu", class: "android.widget.TextView" });
    const shown = (description: string) => {
      const xml = `<hierarchy>${nodeXml({ ...byId, "content-desc": description }, inner)}${nodeXml({ text: "Next" })}</hierarchy>`;
      const [field, next] = parseHierarchy(secrets.xml(xml)).roots;
      return [field?.contentDescription, field?.children[0]?.text, next?.text];
    };
    expect(shown("Code")).toEqual(["Code", reference, "Next"]);
    expect(shown("Code, hu")).toEqual(["", reference, "Next"]);
    const stored = withoutPasswords(secrets.xml(xmlOf({ ...byId, text: "hu" })));
    expect(parseHierarchy(stored).roots[0]).toMatchObject({ text: reference, password: true });
  });

  it("is found without an id by its place, and by what it held where it has moved", async () => {
    const secrets = await secretsWith(at(300));
    const first = { text: "Ada", ...at(100) };
    const second = { ...at(300), focused: "true" };
    expect(seen(secrets, first, { ...second, text: value })).toEqual(["Ada", `*${reference}`]);
    expect(seen(secrets, first, { ...second, text: "hu" })).toEqual(["Ada", `*${reference}`]);
    expect(seen(secrets, { ...first, ...at(300) }, { ...second, ...at(500), text: "hu" })).toEqual([
      "Ada",
      `*${reference}`,
    ]);
    expect(seen(secrets, { ...first, ...at(300) }, { ...second, ...at(500), text: "h" })).toEqual([
      "Ada",
      `*${reference}`,
    ]);
    // A label and another app are none of it.
    expect(seen(secrets, { ...at(500), text: "Total", class: "android.widget.TextView" })).toEqual(["Total"]);
    expect(seen(secrets, { ...at(500), text: "Total", package: "com.other" })).toEqual(["Total"]);
  });

  it("is known to a host that has started again, and not to the next lease", async () => {
    const notes = new Map<string, string>();
    const journal: KeptFields["journal"] = {
      note: (id) => notes.get(id) ?? null,
      setNote: (id, note) => void notes.set(id, note),
    };
    const kept = { journal, deviceId: "host-a.phone", epoch: 4 };
    await secretsWith(byId, kept);
    expect([...notes.values()].join()).not.toMatch(/hunter/);
    const again = new TypedSecrets(kept);
    expect(again.isEmpty).toBe(false);
    expect(seen(again, { ...byId, text: "hu" })).toEqual([`*${reference}`]);
    expect(new TypedSecrets({ ...kept, epoch: 5 }).isEmpty).toBe(true);
  });
});

describe("a field that a secret came to by another way", () => {
  it("is hidden from then on when it was seen there whole", async () => {
    const secrets = await secretsWith(null);
    const other = { "resource-id": "com.chat:id/message", package: "com.chat" };
    expect(seen(secrets, { ...other, text: `it is ${value}` })).toEqual([`*${reference}`]);
    expect(seen(secrets, { ...other, text: "hu" })).toEqual([`*${reference}`]);
  });
});

describe("elements that a value is spread over", () => {
  const label = (text: string): Node => ({ text, class: "android.widget.TextView" });
  const digits = (text: string, node: Node) => [...text].map((each) => ({ ...node, text: each }));

  it("lose it, and its boxes are hidden from then on", async () => {
    const secrets = await secretsWith(null, undefined, "137429");
    expect(seen(secrets, label("Code"), label("137"), label("429"), label("Next"))).toEqual([
      "Code",
      reference,
      reference,
      "Next",
    ]);
    const boxes = digits("137429", {}).map((box, index) => ({ ...box, ...at(index * 200) }));
    expect(seen(secrets, ...boxes, label("8"))).toEqual([...Array(6).fill(`*${reference}`), "8"]);
    expect(seen(secrets, ...boxes.slice(0, 2))).toEqual(Array(2).fill(`*${reference}`));
    expect(seen(secrets, ...digits("137429", label("")), label("Resend"))).toEqual([
      ...Array(6).fill(reference),
      "Resend",
    ]);
  });

  it("are no keys that a value happens to go along", async () => {
    const keys = digits("1234567890", { class: "android.widget.Button", clickable: "true" });
    for (const secret of ["123456", "1234"]) {
      const secrets = await secretsWith(null, undefined, secret);
      expect(seen(secrets, ...keys)).toEqual([..."1234567890"]);
    }
  });
});

describe("a dump", () => {
  it("is masked in all its texts, however they are written, and is otherwise as it was", async () => {
    const secrets = await secretsWith(null, undefined, 'a<b&"c d');
    const xml = `<node text="it is a&lt;b&amp;&quot;c d" content-desc='a&#60;b&#x26;"c d' tooltip="a&lt;b&amp;&#34;c d!" bounds="[0,0][1,1]" class="A&amp;B" />`;
    expect(secrets.xml(xml)).toBe(
      `<node text="it is ${reference}" content-desc="${reference}" tooltip="${reference}!" bounds="[0,0][1,1]" class="A&amp;B" />`,
    );
  });

  it("keeps what says of what kind a node is, though a run of a value is in it", async () => {
    const secrets = await secretsWith(null, undefined, "com.shop.EditText1false[1200,1200]");
    const xml = xmlOf({
      class: "com.shop.EditText",
      bounds: "[0,1200][1200,1200]",
      focused: "false",
      text: "shop.Edit",
    });
    expect(secrets.xml(xml)).toBe(xml.replace('shop.Edit"', `${reference}"`));
  });

  it("is masked in a tag that is cut, too", async () => {
    const secrets = await secretsWith(null);
    const cut = '<hierarchy><node text="hunter2" bounds="[0,0]';
    expect(secrets.xml(cut)).toBe(cut.replace("hunter2", reference));
  });
});
