import { describe, expect, it } from "vitest";
import { hashPicture } from "#device-host/observe/hash-picture.ts";
import { looksAlike, pictureHash } from "#shared/screen/picture-hash.ts";
import { pictureOf } from "./sample-pictures.ts";

const hashOf = async (app: "settings" | "camera", clock: string) => {
  const hash = await hashPicture({ bytes: pictureOf(app, clock) });
  if (hash === undefined) throw new Error("a picture has a hash");
  return hash;
};

describe("a picture's hash", () => {
  it("is nearly the same for a screen with another clock, and another one for another screen", async () => {
    const [one, later, other] = await Promise.all([
      hashOf("settings", "9:41"),
      hashOf("settings", "23:58"),
      hashOf("camera", "9:41"),
    ]);
    expect(looksAlike(one, later)).toBe(true);
    expect(looksAlike(one, other)).toBe(false);
  });

  it("is none for what is no picture", async () => {
    expect(await hashPicture({ bytes: Buffer.from("no picture") })).toBeUndefined();
  });

  it("has a bit for each place that is brighter than the one to its left", () => {
    const shades = Uint8Array.from({ length: 72 }, (_one, place) => (place % 9) * 10);
    expect(pictureHash(shades)).toBe("d1:ffffffffffffffff");
    expect(pictureHash(shades.toReversed())).toBe("d1:0000000000000000");
    expect(pictureHash(new Uint8Array(72))).toBe("d1:0000000000000000");
  });

  it("is alike up to eight places, and not with nine", () => {
    expect(looksAlike("d1:0000000000000000", "d1:00000000000000ff")).toBe(true);
    expect(looksAlike("d1:0000000000000000", "d1:00000000000001ff")).toBe(false);
  });
});
