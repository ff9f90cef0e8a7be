import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createActionCatalogue, hostAction, withoutCapabilities } from "#shared/actions/action-catalogue.ts";
import { longPress } from "#shared/actions/built-in/long-press.ts";
import { tap } from "#shared/actions/built-in/tap.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";

const folder = path.resolve(import.meta.dirname, "../../../shared/actions/built-in");
const names = builtInActions.all.map(({ name }) => name);

describe("the built-in actions", () => {
  it("are all those that a file defines", () => {
    const defined = globSync("*.ts", { cwd: folder }).flatMap((file) =>
      [...readFileSync(path.join(folder, file), "utf8").matchAll(/= defineBuiltIn\(\{\s+name: "(\w+)"/g)].map(
        (match) => match[1],
      ),
    );
    expect(defined.sort()).toEqual([...names].sort());
  });

  it("have no other name that two of them share or that is an action itself", () => {
    const aliases = builtInActions.all.flatMap((definition) => definition.aliases);
    expect(
      aliases.filter((alias, index) => aliases.indexOf(alias) !== index || names.includes(alias)),
    ).toEqual([]);
  });

  it("hold a long press as long, whether its duration is decided where it is resolved or by the host", () => {
    const { deviceAction } = resolveTarget({ action: "long_press", coordinate: [0.5, 0.5] }, builtInActions, {
      tree: null,
      apps: [],
    });
    const { parameters } = hostAction({ action: "long_press", coordinate: [0, 0] }, builtInActions);
    expect(parameters.duration).toBe(deviceAction?.duration);
  });
});

describe("a catalogue", () => {
  it("[spec I1.1] offers nothing that the device lacks, and the same each time", () => {
    const narrow = withoutCapabilities(builtInActions, ["browser", "text"]);
    const names = narrow.offered.map(({ name }) => name);
    expect(names).not.toContain("open_url");
    expect(names).not.toContain("type");
    expect(names).toEqual(expect.arrayContaining(["tap", "open_app", "wait", "FINISH"]));
    expect(narrow.find("open_url")).toBeUndefined();
    expect(withoutCapabilities(builtInActions, ["text", "browser"])).toBe(narrow);
    expect(withoutCapabilities(builtInActions, [])).toBe(builtInActions);
  });

  it("refuses two actions of one name", () => {
    expect(() => createActionCatalogue([tap, longPress, { ...longPress, name: "tap" }])).toThrow(
      expect.objectContaining({
        code: "ConfigurationInvalid",
        message: "There are two actions named 'tap'.",
      }),
    );
  });

  it.each([
    [{ action: "teleport" }, "does not support the action 'teleport'"],
    [{ action: "FINISH", status: "success" }, "does not support the action 'FINISH'"],
    [{ action: "tap", coordinate: [2, 0] }, "'tap'"],
    [{ action: "tap", coordinate: [0, 0], force: true }, "force"],
  ])("lets a host refuse %j before anything is done", (action, message) => {
    expect(() => hostAction(action, builtInActions)).toThrow(
      expect.objectContaining({ code: "SchemaMismatch", message: expect.stringContaining(message) }),
    );
  });
});
