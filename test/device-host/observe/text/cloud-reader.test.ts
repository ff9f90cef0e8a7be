import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CloudReader } from "#device-host/observe/text/cloud-reader.ts";
import { readLines } from "#device-host/observe/text/read-lines.ts";
import { TextReader } from "#device-host/observe/text/text-reader.ts";
import { CloudOcr } from "#shared/contracts/farm/cloud-ocr.ts";
import { annotation, box, startVisionServer, type VisionServer } from "./vision-server.ts";

const area = { left: 10, top: 20, right: 60, bottom: 40 };
const picture = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
const local = { text: "Here", confidence: 96, bounds: { left: 1, top: 2, right: 3, bottom: 4 }, line: 0 };
const there = annotation([[{ text: "There", vertices: box(0, 0, 30, 10), confidence: 0.98 }]]);

let server: VisionServer;
let reader: TextReader;
let answer: unknown;
let clock: number;
beforeEach(async () => {
  answer = there;
  clock = 0;
  server = await startVisionServer(() => answer);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

const opened = (settings: Record<string, unknown> = {}, key: string | null = "vision-key") => {
  const cloud = new CloudReader({
    settings: CloudOcr.parse({ url: server.url, secret: "vision", ...settings }),
    readKey: async () => key,
    monotonic: () => clock,
  });
  const engine = { read: async () => [local], stop: async () => undefined };
  reader = new TextReader({ start: async () => engine, cloud });
  return reader;
};
const read = async (mayLeave = true) => reader.read(await picture(), area, { mayLeave });

describe("reading by a cloud service", () => {
  it("[spec R18] sends the part to read with the key, and puts the words where they stand on the screen", async () => {
    opened();
    expect(await read()).toEqual({
      words: [
        { text: "There", confidence: 98, bounds: { left: 10, top: 20, right: 40, bottom: 30 }, line: 1 },
      ],
      usd: 0.001_5,
    });
    const [asked] = server.asked;
    expect(asked).toMatchObject({
      key: "vision-key",
      path: "/v1/images:annotate",
      features: [{ type: "TEXT_DETECTION" }],
    });
    expect(await sharp(asked?.content).metadata()).toMatchObject({ format: "png", width: 50, height: 20 });
  });

  it("[spec R18] makes lines of its words by its breaks", async () => {
    answer = annotation([
      [
        { text: "Turn", vertices: box(0, 0, 20, 10), after: "SPACE" },
        { text: "on", vertices: box(22, 0, 30, 10), after: "LINE_BREAK" },
        { text: "Later", vertices: box(0, 20, 25, 30), after: "EOL_SURE_SPACE" },
      ],
      [{ text: "Cancel", vertices: box(60, 20, 90, 30) }],
    ]);
    opened();
    const reading = await read();
    const lines = "words" in reading ? readLines(reading.words, []) : [];
    expect(lines.map(({ text }) => text).sort()).toEqual(["Cancel", "Later", "Turn on"]);
  });

  it("[spec R18] is not asked about a picture that may not leave the host", async () => {
    opened();
    expect(await read(false)).toEqual({ words: [expect.objectContaining({ text: "Here" })] });
    expect(server.asked).toEqual([]);
  });

  it.each([
    ["a service that is away", 503, 2, "it answers 503"],
    ["a key that is refused", 403, 1, "it answers 403"],
    [
      "a picture that it refuses",
      { responses: [{ error: { code: 3, message: "Bad image data." } }] },
      1,
      "Bad image data.",
    ],
    ["a page of a proxy", "<html>", 1, "its response is not an annotation"],
  ])(
    "[spec R18] falls back to the host's own engine for %s, after so many tries",
    async (_, said, tries, why) => {
      answer = said;
      opened();
      expect(await read()).toEqual({
        words: [expect.objectContaining({ text: "Here" })],
        fellBack: expect.stringContaining(why),
      });
      expect(server.asked).toHaveLength(tries);
    },
  );

  it("[spec R18] does not wait for a service that failed: it is asked again after a minute", async () => {
    answer = 503;
    opened();
    await read();
    clock = 59_999;
    expect(await read()).toMatchObject({ fellBack: "it answers 503" });
    expect(server.asked).toHaveLength(2);
    [clock, answer] = [60_001, there];
    expect(await read()).toMatchObject({ words: [{ text: "There" }] });
  });

  it("[spec R18] has a deadline, and none of its pictures is lost for it", async () => {
    answer = new Promise(() => undefined);
    opened({ timeoutSeconds: 0.2 });
    expect(await read()).toMatchObject({ words: [{ text: "Here" }], fellBack: "no response in 0.2 s" });
  });

  it("[spec R18] says that its key is missing, and asks nothing without it", async () => {
    opened({}, null);
    expect(await read()).toMatchObject({ fellBack: "there is no secret 'vision' with its key" });
    expect(server.asked).toEqual([]);
  });

  it("[spec R18] takes no address that would carry the key in the clear", () => {
    const parsed = CloudOcr.safeParse({ secret: "vision", url: "http://vision.example/v1/images:annotate" });
    expect(parsed.error?.issues[0]?.message).toContain("must be https");
  });
});
