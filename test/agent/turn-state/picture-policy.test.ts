import { describe, expect, it } from "vitest";
import { decidePicture, type PictureQuestion } from "#agent/turn-state/picture-policy.ts";
import { box, button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const readable = screenOf(label("Mail", [0, 80, 500, 160]), button("Compose", [600, 80, 900, 160]));
const auto = { tree: "always", picture: "auto" } as const;
const worked = { ok: true, meantToChange: true, screenChanged: true };
const decide = (over: Partial<PictureQuestion> = {}) =>
  decidePicture({ perception: auto, tree: readable, available: true, last: worked, ...over });

describe("[spec I4.1] decidePicture", () => {
  it("shows no picture where the elements will do", () => {
    expect(decide()).toEqual({ sent: false, reason: "readable" });
    expect(decide({ last: undefined })).toEqual({ sent: false, reason: "readable" });
  });

  it("shows one where the tree is missing or poor", () => {
    expect(decide({ tree: null })).toEqual({ sent: true, reason: "noTree" });
    expect(decide({ tree: screenOf() })).toEqual({ sent: true, reason: "poorTree" });
  });

  it("shows one where a control has no label and its id says nothing", () => {
    const with_ = (id: string) =>
      screenOf(
        label("Mail", [0, 80, 500, 160]),
        button("Compose", [600, 80, 900, 160]),
        box([0, 300, 100, 400], { clickable: true, "resource-id": id }),
      );
    expect(decide({ tree: with_("") })).toEqual({ sent: true, reason: "unlabelled" });
    expect(decide({ tree: with_("com.x:id/a") })).toEqual({ sent: true, reason: "unlabelled" });
    expect(decide({ tree: with_("com.x:id/share_button") })).toEqual({ sent: false, reason: "readable" });
  });

  it("shows one where something covers the screen, though not for the keyboard", () => {
    const covered = {
      ...readable,
      elements: readable.elements.map((element) => ({ ...element, visibility: "covered" as const })),
    };
    expect(decide({ tree: covered })).toEqual({ sent: true, reason: "covered" });
    expect(decide({ tree: { ...covered, keyboard_shown: true } })).toEqual({
      sent: false,
      reason: "readable",
    });
  });

  it("shows one after a step that did not do what was meant", () => {
    const missed = { sent: true, reason: "lastStepMissed" };
    expect(decide({ last: { ...worked, ok: false } })).toEqual(missed);
    expect(decide({ last: { ...worked, screenChanged: false } })).toEqual(missed);
    const waited = { ok: true, meantToChange: false, screenChanged: false };
    expect(decide({ last: waited })).toEqual({ sent: false, reason: "readable" });
  });

  it("does as the job says, and says when there is none to show", () => {
    expect(decide({ perception: { tree: "always", picture: "always" } })).toEqual({
      sent: true,
      reason: "always",
    });
    expect(decide({ perception: { tree: "always", picture: "never" }, tree: null })).toEqual({
      sent: false,
      reason: "never",
    });
    expect(decide({ perception: { tree: "never", picture: "auto" } })).toEqual({
      sent: true,
      reason: "treeHidden",
    });
    expect(decide({ tree: null, available: false })).toEqual({ sent: false, reason: "unavailable" });
  });
});
