import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { readPng } from "#device-host/observe/png.ts";

describe("screenshots as they come", () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
  });

  it("takes a whole PNG as it is", () => {
    expect(readPng(png)).toEqual({ bytes: png, size: { width: 30, height: 20 } });
  });

  it("[fault B8] cuts off a warning before the picture and a line feed after it", () => {
    const dirty = Buffer.concat([
      Buffer.from("[Warning] Multiple displays were found\n"),
      png,
      Buffer.from("\n"),
    ]);
    expect(readPng(dirty).bytes).toEqual(png);
  });

  it.each([
    ["[fault B10] nothing at all", () => Buffer.alloc(0)],
    ["[fault B9] a picture that lost its last bytes", () => png.subarray(0, -12)],
    ["[fault B9] half a picture", () => png.subarray(0, png.length / 2)],
    ["text", () => Buffer.from("/system/bin/sh: screencap: not found")],
    ["an SVG with another name", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ])("refuses %s", (_, bytes) => {
    expect(() => readPng(bytes())).toThrow(expect.objectContaining({ code: "ScreenshotCorrupt" }));
  });

  it("[fault B15] refuses a picture that claims to be larger than any screen, without decoding it", () => {
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    expect(() => readPng(bomb)).toThrow("30000x30000");
  });
});
