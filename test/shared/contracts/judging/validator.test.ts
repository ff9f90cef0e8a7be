import { describe, expect, it } from "vitest";
import { Validator } from "#shared/contracts/judging/validator.ts";

describe("a validator's path on the device", () => {
  const accepts = (path: string): boolean => Validator.safeParse({ kind: "file", path }).success;

  it("is an absolute one, with any name that a file may have", () => {
    for (const path of ["/sdcard/Download/note.txt", "/sdcard/a..b/..c", "/sdcard/Grüße 👨‍👩‍👧.txt"])
      expect(accepts(path), path).toBe(true);
  });

  it.each(["/../data/x", "/sdcard/../x", "/sdcard/..", "/sdcard\n/../x", "/sdcard/a\nb", "sdcard/x", "/"])(
    "is refused as %j",
    (path) => {
      expect(accepts(path)).toBe(false);
    },
  );
});
