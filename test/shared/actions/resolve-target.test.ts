import { describe, expect, it } from "vitest";
import { type AgentAction, builtInActions } from "#shared/actions/built-in-actions.ts";
import { resolveTarget as resolve } from "#shared/actions/resolve-target.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { dump, node, screen, switchRow, treeOf } from "../screen/tree/dump.ts";

const tree = treeOf(
  dump(
    node(
      {},
      switchRow("Bluetooth", false, 300),
      node({ class: "android.widget.Button", text: "Half", clickable: true, bounds: "[0,2300][1080,2700]" }),
    ),
  ),
);

const apps = [
  { label: "Clock", package: "com.android.deskclock", versionCode: "34" },
  { label: "Notes", package: "com.example.notes", versionCode: "7" },
  { label: "Notes", package: "org.example.notes", versionCode: "1" },
];
const resolveTarget = (action: AgentAction, shown: SemanticUITree | null) =>
  resolve(action, builtInActions, { tree: shown, apps });

describe("resolveTarget", () => {
  it("taps the centre of an element and names it for the record", () => {
    const { deviceAction, element } = resolveTarget({ action: "tap", element: 0 }, tree);
    expect(element).toBe('SWITCH "Bluetooth"');
    expect(toPixel(Coordinate.parse(deviceAction?.coordinate), screen)).toEqual({
      x: 540,
      y: 400,
    });
  });

  it("taps the centre of what is visible of an element", () => {
    const { deviceAction } = resolveTarget({ action: "tap", element: 1 }, tree);
    expect(toPixel(Coordinate.parse(deviceAction?.coordinate), screen).y).toBe(2350);
  });

  it("keeps the other parameters", () => {
    const { deviceAction } = resolveTarget({ action: "type", element: 0, text: "hi", clear: true }, tree);
    expect(deviceAction).toMatchObject({ action: "type", text: "hi", clear: true, coordinate: [0.5, 1 / 6] });
    expect(deviceAction).not.toHaveProperty("element");
  });

  it("passes on what has no element", () => {
    expect(resolveTarget({ action: "back" }, null)).toEqual({ deviceAction: { action: "back" } });
    expect(resolveTarget({ action: "tap", coordinate: [0.1, 0.2] }, null)).toEqual({
      deviceAction: { action: "tap", coordinate: [0.1, 0.2] },
    });
    expect(resolveTarget({ action: "FINISH", status: "success" }, tree)).toEqual({});
  });

  it("names the ids there are when an id is unknown", () => {
    expect(() => resolveTarget({ action: "tap", element: 7 }, tree)).toThrow(
      expect.objectContaining({
        code: "UnknownElement",
        message: "There is no element 7. The current screen has elements 0 to 1.",
      }),
    );
    expect(() => resolveTarget({ action: "tap", element: 0 }, null)).toThrow(/use a coordinate/);
  });

  it("[spec R8] opens an app by its label or its package", () => {
    for (const app of ["clock", "com.android.deskclock"]) {
      const { deviceAction } = resolveTarget({ action: "open_app", app }, null);
      expect(deviceAction).toEqual({ action: "open_app", package: "com.android.deskclock" });
    }
    const unlisted = resolveTarget({ action: "open_app", app: "com.android.shell.ui" }, null);
    expect(unlisted.deviceAction).toEqual({ action: "open_app", package: "com.android.shell.ui" });
  });

  it("suggests apps of a near name, and asks which of several is meant", () => {
    expect(() => resolveTarget({ action: "open_app", app: "Clok" }, null)).toThrow(
      "No app 'Clok' is installed. Did you mean com.android.deskclock?",
    );
    expect(() => resolveTarget({ action: "open_app", app: "Notes" }, null)).toThrow(
      /one of com\.example\.notes, org\.example\.notes/,
    );
    expect(() => resolveTarget({ action: "open_app", app: "Bank" }, null)).toThrow(
      expect.objectContaining({ code: "AppNotFound", message: "No app 'Bank' is installed." }),
    );
  });
});
