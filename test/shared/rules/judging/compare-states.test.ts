import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import { ComparedState as Schema } from "#shared/contracts/judging/compared-state.ts";
import { SideEffect } from "#shared/contracts/judging/side-effect.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { compareStates } from "#shared/rules/judging/compare-states.ts";
import { sideEffectsOf } from "#shared/rules/judging/explain-changes.ts";
import { matchesPattern } from "#shared/rules/judging/matches-pattern.ts";
import { sideEffect } from "#shared/rules/judging/side-effect.ts";
import { isVolatileSetting } from "#shared/rules/judging/volatile.ts";
import { anyCharacter } from "../../../any-character.ts";

const contacts = "content://com.android.contacts/raw_contacts";
const data = "content://com.android.contacts/data";
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("constructor", "__proto__", "\u001b[2J", "</script>", "=1", "\ud800", "a\nb"),
);
const texts = fc.dictionary(fc.oneof(fc.constantFrom("a", "b", "c"), hostile), hostile, { maxKeys: 4 });
const rows = fc.dictionary(
  fc.oneof(fc.constantFrom("1", "2"), hostile),
  fc.tuple(fc.oneof(hostile, fc.integer(), fc.constant(null)), hostile),
  { maxKeys: 4 },
);
const anyState: fc.Arbitrary<ComparedState> = fc.record({
  settings: fc.record({ system: texts, secure: texts, global: texts }),
  apps: fc.uniqueArray(fc.constantFrom("com.a.b", "com.c.d")),
  files: texts,
  tables: rows.map((of) => [{ source: contacts, table: null, columns: ["_id", "display_name"], rows: of }]),
  unread: fc.constant([]),
});
const nothing: ComparedState = {
  settings: { system: {}, secure: {}, global: {} },
  apps: [],
  files: {},
  tables: [],
  unread: [],
};
const placesOf = (before: ComparedState, after: ComparedState): readonly string[] =>
  compareStates(before, after).changes.map(({ where, change }) => `${change} ${where}`);

describe("the difference between two states", () => {
  it("[spec G5] is nothing between a state and itself, also after it was stored", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const stored = Schema.parse(JSON.parse(JSON.stringify(state)));
        expect(placesOf(state, state)).toEqual([]);
        expect(placesOf(stored, stored)).toEqual([]);
      }),
    );
  });

  it("[spec G5] is the same both ways, with added and removed exchanged", () => {
    const turned = { added: "removed", removed: "added", changed: "changed" } as const;
    fc.assert(
      fc.property(anyState, anyState, (one, other) => {
        const there = compareStates(one, other).changes.map(
          ({ where, change }) => `${turned[change]} ${where}`,
        );
        expect(there.toSorted()).toEqual(placesOf(other, one).toSorted());
      }),
    );
  });

  it("[spec G5] is listed whole, short and without control characters, whatever the device holds", () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        for (const change of compareStates(before, after).changes) {
          const told = SideEffect.parse(sideEffect(change));
          expect(JSON.stringify(told)).not.toMatch(/\\u00[01]|\\ud8/);
        }
      }),
    );
  });

  it("[spec G5] is gone when each of its places is allowed", () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const { changes } = compareStates(before, after);
        const allow = changes.map(({ where }) => where).filter((where) => !where.includes("*"));
        const left = sideEffectsOf(changes, [], { allow });
        expect(left.every(({ where }) => where.includes("*"))).toBe(true);
      }),
    );
  });

  it("leaves out what one of the two states could not read, and says so", () => {
    const unread = [{ where: "/sdcard/", why: "Too many files." }];
    const after = { ...nothing, files: { "/sdcard/a": "1 1" }, unread };
    expect(compareStates(nothing, after)).toEqual({ changes: [], unread: ["Too many files."] });
  });

  it.each(["boot_count", "default_input_method", "x_last_update_time", "next_alarm_formatted"])(
    "does not count %s, which Android writes by itself",
    (key) => expect(isVolatileSetting(key)).toBe(true),
  );
  it.each([
    "screen_brightness",
    "font_scale",
    "wifi_on",
    "airplane_mode_on",
    "ui_night_mode",
    "zen_mode",
    "ringtone",
    "location_mode",
    "bluetooth_on",
  ])("counts %s", (key) => expect(isVolatileSetting(key)).toBe(false));
});

describe("what explains a change", () => {
  const table = (
    source: string,
    columns: readonly string[],
    of: Record<string, (string | null)[]>,
    name: string | null = null,
  ) => ({
    source,
    table: name,
    columns: [...columns],
    rows: of,
  });
  const after: ComparedState = {
    ...nothing,
    tables: [
      table(contacts, ["_id", "display_name"], { 7: ["7", "Ann"], 8: ["8", "Eve"] }),
      table(data, ["_id", "raw_contact_id", "data1"], { 1: ["1", "7", "0171"], 2: ["2", "8", "0190"] }),
      table("content://com.android.deskclock/alarms", ["_id", "hour", "minutes"], { 3: ["3", "7", "30"] }),
      table("content://sms", ["_id", "body"], { 4: ["4", "7"] }),
    ],
  };
  const left = (...validators: readonly object[]) =>
    sideEffectsOf(
      compareStates(nothing, after).changes,
      validators.map((one) => Validator.parse(one)),
      {
        allow: [],
      },
    ).map(({ where }) => where.replace(/^content:\/\/(com\.android\.)?/, ""));
  const all = [
    "contacts/raw_contacts#7",
    "contacts/raw_contacts#8",
    "contacts/data#1",
    "contacts/data#2",
    "deskclock/alarms#3",
    "sms#4",
  ];
  const without = (...gone: readonly string[]) => all.filter((place) => !gone.includes(place));

  it("[spec G5] is a check of the same row, with what belongs to it", () => {
    expect(left()).toEqual(all);
    expect(left({ kind: "contentRow", uri: contacts, where: { display_name: "Ann" } })).toEqual(
      without("contacts/raw_contacts#7", "contacts/data#1"),
    );
    expect(left({ kind: "contentRow", uri: data, where: { data1: "0171" } })).toEqual(
      without("contacts/raw_contacts#7", "contacts/data#1"),
    );
    const renamed = {
      kind: "contentRow",
      uri: "content://com.android.contacts/contacts",
      where: { display_name: "Ann" },
    };
    expect(left(renamed)).toEqual(without("contacts/raw_contacts#7", "contacts/data#1"));
  });

  it("[spec G5] is a check of the app's own database, for the rows that its provider shows", () => {
    const database = "/data/user_de/0/com.android.deskclock/databases/alarms.db";
    const alarm = { kind: "sqliteRow", database, table: "alarm_templates", where: { hour: 7, minutes: 30 } };
    expect(left(alarm)).toEqual(without("deskclock/alarms#3"));
    expect(left({ ...alarm, where: { hour: 8 } })).toEqual(all);
  });

  it("[spec G5] is no check of another app, though its row holds the same", () => {
    expect(left({ kind: "contentRow", uri: "content://sms", where: { body: "7" } })).toEqual(
      without("sms#4"),
    );
  });
});

describe("a pattern of changes", () => {
  it("fits as a regular expression with .* would, in linear time", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "*", "/", "."), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 12 });
    fc.assert(
      fc.property(text, piece, (given, pattern) => {
        const quoted = pattern.replace(/[/.]/g, "\\$&").replaceAll("*", ".*");
        expect(matchesPattern(given, pattern)).toBe(new RegExp(`^${quoted}$`, "s").test(given));
      }),
      { numRuns: 500 },
    );
    expect(matchesPattern("a".repeat(100_000), `${"a*".repeat(99)}b`)).toBe(false);
  });
});
