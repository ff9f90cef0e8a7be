import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { CapturedScreen } from "#device-host/observe/captured-screen.ts";
import { KeptPictures } from "#device-host/observe/kept-pictures.ts";
import { readPng } from "#device-host/observe/png.ts";
import { StoredParts } from "#device-host/observe/stored-parts.ts";
import { type UploadOptions, uploadObservation } from "#device-host/observe/upload-observation.ts";
import { sampleTree } from "../../shared/screen/sample-tree.ts";

/** Nothing that a PNG could make small. */
const noise = (seed: number): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, () => {
      state = Math.imul(state, 1_103_515_245) + 12_345;
      return (state >> 16) & 255;
    }),
  );
};
const pictureOf = async (seed: number) =>
  readPng(
    await sharp(noise(seed), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer(),
  );

const screen = async (change: Partial<CapturedScreen> = {}): Promise<CapturedScreen> => ({
  capturedAt: "2026-01-01T00:00:00.000Z",
  screen: { width: 300, height: 300 },
  facts: {
    package: "com.a",
    activity: "",
    keyboardShown: false,
    keyboardTop: null,
    windows: [],
    isLayered: false,
    appFailures: [],
    deviceTime: "",
  },
  pixels: "",
  glance: null,
  face: "",
  screenshot: await pictureOf(1),
  xml: "<hierarchy/>",
  hierarchy: null,
  tree: null,
  treeHash: "h",
  flags: [],
  timings: { settleMilliseconds: 0, screenshotMilliseconds: 0, treeMilliseconds: 0, ocrMilliseconds: 0 },
  ...change,
});

function storage(answer: "stored" | "pending" = "stored") {
  const kept = new Map<string, { readonly body: Buffer | string; readonly contentType: string }>();
  const put = async (key: string, body: Buffer | string, contentType: string) => {
    kept.set(key, { body, contentType });
    return answer;
  };
  return { kept, put };
}

const options = (step: number, change: Partial<UploadOptions> = {}): UploadOptions => ({
  keyOf: (part) => `${step}/${part}`,
  modelPicture: null,
  exactPicture: false,
  hierarchy: false,
  pictures: new KeptPictures(),
  earlier: new StoredParts(),
  late: null,
  ...change,
});

describe("storing an observation", () => {
  it("keeps the picture as a WebP of the same size, and says so by name and type", async () => {
    const { kept, put } = storage();
    const { observation, stored } = uploadObservation(await screen(), { put }, options(1));
    await stored;
    expect(observation.screenshotKey).toBe("1/screenshot.webp");
    const picture = kept.get("1/screenshot.webp");
    expect(picture?.contentType).toBe("image/webp");
    expect(await sharp(picture?.body as Buffer).metadata()).toMatchObject({
      format: "webp",
      width: 300,
      height: 300,
    });
  });

  it("keeps every pixel of what went wrong and of what is small", async () => {
    const { kept, put } = storage();
    const large = await screen();
    const small = readPng(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    await uploadObservation(large, { put }, options(1, { exactPicture: true })).stored;
    await uploadObservation(await screen({ screenshot: small }), { put }, options(2)).stored;
    expect(kept.get("1/screenshot.png")).toEqual({ body: large.screenshot?.bytes, contentType: "image/png" });
    expect(kept.get("2/screenshot.png")?.body).toEqual(small.bytes);
  });

  it("stores the dump when it is asked for, or when there is no tree", async () => {
    const { kept, put } = storage();
    const read = await screen({ tree: sampleTree([]) });
    const upload = (captured: CapturedScreen, step: number, hierarchy: boolean) =>
      uploadObservation(captured, { put }, options(step, { hierarchy })).stored;
    expect((await upload(read, 1, false)).hierarchyKey).toBeNull();
    expect((await upload(read, 2, true)).hierarchyKey).toBe("2/hierarchy.xml");
    expect((await upload(await screen(), 3, false)).hierarchyKey).toBe("3/hierarchy.xml");
    expect([...kept.keys()].filter((key) => key.endsWith("xml"))).toEqual([
      "2/hierarchy.xml",
      "3/hierarchy.xml",
    ]);
    expect([...kept.keys()].filter((key) => key.endsWith("json"))).toEqual(["1/tree.json", "2/tree.json"]);
  });

  it("names the earlier objects of what did not change, and stores the rest", async () => {
    const { kept, put } = storage();
    const earlier = new StoredParts();
    await uploadObservation(await screen(), { put }, options(1, { earlier })).stored;
    const next = await screen({ xml: "<hierarchy><node/></hierarchy>" });
    const { observation, stored } = uploadObservation(next, { put }, options(2, { earlier }));
    await stored;
    expect(observation).toMatchObject({
      screenshotKey: "1/screenshot.webp",
      hierarchyKey: "2/hierarchy.xml",
    });
    expect([...kept.keys()].toSorted()).toEqual(["1/hierarchy.xml", "1/screenshot.webp", "2/hierarchy.xml"]);
  });

  it("does not name an earlier object that storage has not taken yet", async () => {
    const { kept, put } = storage("pending");
    const earlier = new StoredParts();
    await uploadObservation(await screen(), { put }, options(1, { earlier })).stored;
    const { stored } = uploadObservation(await screen(), { put }, options(2, { earlier }));
    expect((await stored).pendingArtifacts?.toSorted()).toEqual(["2/hierarchy.xml", "2/screenshot.webp"]);
    expect(kept.size).toBe(4);
  });

  it("encodes a picture once, however many devices show it", async () => {
    const pictures = new KeptPictures();
    const png = await pictureOf(1);
    expect(pictures.small(png, "a")).toBe(pictures.small(png, "a"));
    expect(pictures.small(await pictureOf(2), "b")).not.toBe(pictures.small(png, "a"));
  });

  it("makes a model's picture once, however many devices show it, and another one for another order", async () => {
    const pictures = new KeptPictures();
    const png = await pictureOf(1);
    const made = (digest: string, width: number) =>
      pictures.forModel(png, digest, { size: { width, height: 40 }, quality: 25 }, null);
    expect(made("a", 20)).toBe(made("a", 20));
    const sizes = await Promise.all([made("a", 20), made("b", 30)]);
    const widths = sizes.map(async ({ bytes }) => (await sharp(bytes).metadata()).width);
    expect(await Promise.all(widths)).toEqual([20, 30]);
  });

  it("makes all pictures that come at once, also beside some that nothing can read", async () => {
    const pictures = new KeptPictures();
    const broken = { bytes: Buffer.alloc(60_000, 1), size: { width: 1, height: 1 } };
    const adapted = { size: { width: 20, height: 40 }, quality: 25 };
    const png = await pictureOf(1);
    const made = Array.from({ length: 40 }, (_, at) =>
      pictures.forModel(at % 2 === 0 ? png : broken, `${at}`, adapted, null),
    );
    const states = (await Promise.allSettled(made)).map(({ status }) => status);
    expect(states).toEqual(Array.from({ length: 20 }, () => ["fulfilled", "rejected"]).flat());
    // What failed is made anew.
    await expect(pictures.forModel(png, "1", adapted, null)).resolves.toMatchObject({
      contentType: "image/jpeg",
    });
  });

  it("keeps a picture as it came that nothing can read", async () => {
    const broken = { bytes: Buffer.alloc(60_000, 1), size: { width: 1, height: 1 } };
    expect(await new KeptPictures().small(broken, "c")).toEqual({
      bytes: broken.bytes,
      contentType: "image/png",
    });
  });
});
