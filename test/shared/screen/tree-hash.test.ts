import { describe, expect, it } from "vitest";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { dump, node, switchRow, text, treeOf } from "./tree/dump.ts";

const hashOf = (rows: readonly string[], over = {}): string =>
  treeHash(treeOf(dump(node({}, ...rows)), over));
const row = switchRow("Wi-Fi", true, 300, "On");

describe("treeHash", () => {
  it("[spec R9.1] is the same for the same screen at another time", () => {
    expect(hashOf([row], { capturedAt: "2026-05-05T05:05:05.000Z" })).toBe(hashOf([row]));
  });

  it("[spec R9.1] ignores shifts of a few pixels and clocks that tick", () => {
    const clock = (time: string) => text(time, "[0,0][500,90]");
    expect(hashOf([clock("9:59"), switchRow("Wi-Fi", true, 302, "On")])).toBe(
      hashOf([clock("10:00 AM"), row]),
    );
  });

  it("sees a clickable time change, because that is an alarm and not a clock", () => {
    const alarm = (time: string) => text(time, "[0,0][500,90]", { clickable: true });
    expect(hashOf([alarm("7:30 AM")])).not.toBe(hashOf([alarm("7:45 AM")]));
  });

  it.each([
    ["a switch", [switchRow("Wi-Fi", false, 300, "On")], {}],
    ["a text", [switchRow("Wi-Fi", true, 300, "Connected")], {}],
    ["a far move", [switchRow("Wi-Fi", true, 900, "On")], {}],
    ["the activity", [row], { activity: ".SubSettings" }],
    ["the keyboard", [row], { keyboardShown: true }],
    ["another element", [row, text("New", "[0,800][500,890]")], {}],
  ])("[spec R9.1] sees a change of %s", (_, rows, over) => {
    expect(hashOf(rows, over)).not.toBe(hashOf([row]));
  });
});
