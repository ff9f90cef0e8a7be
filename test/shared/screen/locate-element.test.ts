import { describe, expect, it } from "vitest";
import { locateElements } from "#shared/screen/locate-element.ts";
import { button, field, label, screenOf, toggle } from "./screen-parts.ts";

const screen = screenOf(
  label("Edit contact", [0, 100, 1080, 200]),
  field("", [40, 300, 1040, 400], { hint: "First name", "resource-id": "com.example:id/first_name" }),
  button("Save changes", [40, 500, 500, 600], { "resource-id": "com.example:id/save" }),
  button("Cancel", [540, 500, 1040, 600]),
  button("", [900, 20, 1060, 90], { "content-desc": "More options" }),
  label("Cancel", [40, 700, 400, 760]),
  toggle("Switch", [880, 900, 1040, 1000], { "content-desc": "Starred" }),
);

const best = (description: string, criteria = {}) => {
  const [first] = locateElements(screen, description, criteria);
  return (
    first && [
      first.element.text || first.element.content_description || first.element.hint_text,
      first.confidence,
    ]
  );
};

describe("locating an element", () => {
  it("[spec E3] finds it by name, by id and in a person's words, and says how sure it is", () => {
    expect(best("Cancel")).toEqual(["Cancel", 1]);
    expect(best('the "Cancel" button')).toEqual(["Cancel", 1]);
    expect(best("First name field")).toEqual(["First name", 1]);
    expect(best("com.example:id/save")).toEqual(["Save changes", expect.closeTo(0.98, 2)]);
    expect(best("more options icon")).toEqual(["More options", 1]);
    expect(best("Starred switch")).toEqual(["Starred", 1]);
  });

  it("[spec E3] is less sure of a name that is only like it, and finds nothing where nothing is", () => {
    const [first] = locateElements(screen, "Save");
    expect(first?.element.text).toBe("Save changes");
    expect(first?.confidence).toBeGreaterThan(0.8);
    const [typo] = locateElements(screen, "Cancle");
    expect(typo?.element.text).toBe("Cancel");
    expect(typo?.confidence).toBeLessThan(0.8);
    expect(locateElements(screen, "Purchase history")[0]?.confidence ?? 0).toBeLessThan(0.5);
    expect(locateElements(screen, "")).toEqual([]);
  });

  it("[spec E3] holds it to criteria, and prefers what can be tapped", () => {
    const [first, second] = locateElements(screen, "Cancel");
    expect([first?.element.clickable, second?.element.clickable]).toEqual([true, false]);
    expect(locateElements(screen, "Cancel", { type: "text" })[0]?.element.type).toBe("text");
    expect(locateElements(screen, "Save", { resource_id: "save" })).toHaveLength(1);
    expect(locateElements(screen, "Save", { type: "switch" })).toEqual([]);
  });
});
