import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { startTextEngine, type TextEngine } from "#device-host/observe/text/text-engine.ts";
import { TextReader } from "#device-host/observe/text/text-reader.ts";
import { startTestPhone } from "../../start-test-phone.ts";

const whole = { left: 0, top: 0, right: 60, bottom: 40 };
const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
const said = { text: "Go", confidence: 96, bounds: { left: 1, top: 2, right: 3, bottom: 4 }, line: 0 };

/** An engine under the test's control; how often it was started and stopped is counted. */
function engines(read: () => Promise<readonly (typeof said)[]>) {
  const count = { started: 0, stopped: 0 };
  const start = async (): Promise<TextEngine> => {
    count.started += 1;
    const stop = async () => {
      count.stopped += 1;
    };
    return { read, stop };
  };
  return { count, start };
}
const never = () => new Promise<never>(() => {});

let reader: TextReader | undefined;
afterEach(() => reader?.close());

describe("TextReader", () => {
  it("starts its engine with the first picture, keeps it, and ends it with the host", async () => {
    const { count, start } = engines(async () => [said]);
    reader = new TextReader({ start });
    expect(count.started).toBe(0);
    const png = await picture();
    await reader.read(png, whole);
    expect(await reader.read(png, { ...whole, left: 10, top: 20 })).toEqual({
      words: [{ ...said, bounds: { left: 11, top: 22, right: 13, bottom: 24 } }],
    });
    await reader.close();
    expect(count).toEqual({ started: 1, stopped: 1 });
    expect(await reader.read(png, whole)).toEqual({ problem: "the host is shutting down" });
  });

  it("gives up a picture that takes too long, and reads the next one with a new engine", async () => {
    let hangs = true;
    const { count, start } = engines(() => (hangs ? never() : Promise.resolve([said])));
    reader = new TextReader({ start, deadlineMilliseconds: 50 });
    const png = await picture();
    expect(await reader.read(png, whole)).toEqual({ problem: "reading it took too long" });
    hangs = false;
    const patient = new TextReader({ start });
    expect(await patient.read(png, whole)).toMatchObject({ words: [{ text: "Go" }] });
    await patient.close();
    expect(count).toEqual({ started: 2, stopped: 2 });
  });

  it("lets only so many pictures wait, and none of them for ever", async () => {
    const { start } = engines(never);
    reader = new TextReader({ start, mostWaiting: 1, deadlineMilliseconds: 50 });
    const png = await picture();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => reader?.read(png, whole)));
    expect(first).toEqual({ problem: "reading it took too long" });
    expect(second).toEqual({ problem: expect.stringMatching(/took too long/) });
    expect(third).toEqual({ problem: "too many pictures wait to be read" });
  });

  it("says why when the engine cannot be started or the picture not be read, and never throws", async () => {
    const png = await picture();
    reader = new TextReader({ start: () => Promise.reject(new Error("no room")) });
    expect(await reader.read(png, whole)).toEqual({ problem: "Error: no room" });
    expect(await reader.read(Buffer.from("none"), whole)).toHaveProperty("problem");
  });

  it("gives up what it is reading when the host ends", async () => {
    const { start } = engines(never);
    reader = new TextReader({ start });
    const reading = reader.read(await picture(), whole);
    await reader.close();
    expect(await reading).toEqual({ problem: "the host is shutting down" });
  });
});

/** In this process and in its threads every way to the network is cut, and leaves a line. */
const noNetwork = `
import net from "node:net"; import dns from "node:dns"; import { writeSync } from "node:fs";
const refuse = () => { writeSync(2, "NETWORK\\n"); throw new Error("no network here"); };
net.Socket.prototype.connect = refuse; dns.lookup = refuse; globalThis.fetch = refuse;`;

const run = async (code: string, cwd: string) => {
  const file = path.join(cwd, "try.mjs");
  await writeFile(file, code);
  return promisify(execFile)(
    process.execPath,
    [
      "--conditions=@drover/source",
      "--import",
      `data:text/javascript,${encodeURIComponent(noNetwork)}`,
      file,
    ],
    { cwd, timeout: 60_000 },
  );
};

it("outlives an engine whose picture is none", async () => {
  const engine = await startTextEngine();
  await expect(engine.read(Buffer.from("no picture"))).rejects.toThrow();
  await engine.stop();
});

describe("reading text on a machine without a network", () => {
  it("[spec R1] reads a drawn screen with what is installed alone, and leaves no file behind", async () => {
    const test = await startTestPhone();
    const dir = await mkdtemp(path.join(tmpdir(), "drover-ocr-"));
    try {
      const component = "com.example.wordgame/.GameActivity";
      await test.phone.activities.start({ component, categories: [], extras: {}, flags: 0 });
      await writeFile(path.join(dir, "screen.png"), await test.phone.screencap());
      const module = pathToFileURL(path.resolve("device-host/observe/text/text-reader.ts")).href;
      const { stdout, stderr } = await run(
        `import { readFile } from "node:fs/promises"; import { TextReader } from "${module}";
         const reader = new TextReader({ deadlineMilliseconds: 50000 });
         const area = { left: 0, top: 63, right: 1080, bottom: 2274 };
         const reading = await reader.read(await readFile("screen.png"), area);
         console.log((reading.words ?? [{ text: reading.problem }]).map((word) => word.text).join(" "));
         await reader.close();`,
        dir,
      );
      expect(stdout.trim()).toContain("Word Game");
      expect(stdout.trim()).toContain("New round");
      expect(stderr).not.toContain("NETWORK");
      expect((await readdir(dir)).sort()).toEqual(["screen.png", "try.mjs"]);
    } finally {
      await test.close();
      await rm(dir, { recursive: true, force: true });
    }
  }, 90_000);

  it("would notice a thread that tries", async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "drover-ocr-"));
    await writeFile(path.join(dir, "thread.mjs"), 'await fetch("http://127.0.0.1:9");');
    const { stderr } = await run(
      `import { Worker } from "node:worker_threads";
       new Worker(new URL("thread.mjs", import.meta.url)).on("error", () => {});`,
      dir,
    );
    await rm(dir, { recursive: true, force: true });
    expect(stderr).toContain("NETWORK");
  }, 60_000);
});
