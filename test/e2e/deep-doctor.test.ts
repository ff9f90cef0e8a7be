import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeepReport, type PartFinding } from "#shared/contracts/device/deep-report.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { ended, eventually, spawnDrover } from "./drover-process.ts";

let dir: string;
/** Of the first run: its report without its ending, and what adb was asked. */
let base: string;
let transcript: string;
let phones: RunningPhones;
const serial = "emulator-5554";

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-deep-"));
  [base, transcript] = [path.join(dir, "recorded"), path.join(dir, "transcript.jsonl")];
  phones = await startPhones({ count: 2, dir: path.join(dir, "phones"), rebootMilliseconds: 1_000 });
}, 60_000);
afterAll(async () => {
  await phones.close();
  await rm(dir, { recursive: true, force: true });
});

const deep = (port: number, ...args: readonly string[]): readonly string[] => [
  ...["hosts", "doctor", "--deep", "--adb-port", String(port)],
  ...args,
];
const reportAt = async (base: string): Promise<DeepReport> =>
  DeepReport.parse(JSON.parse(await readFile(`${base}.json`, "utf8")));
const kinds = (parts: readonly PartFinding[]) =>
  Object.fromEntries(parts.map(({ part, kind }) => [part, kind]));

const allPassed = {
  ...{
    device: "passed",
    lease: "passed",
    setUp: "passed",
    tree: "passed",
    image: "passed",
    actions: "passed",
  },
  ...{ text: "passed", recording: "passed", cleaning: "passed", reboot: "passed", asFound: "passed" },
};

describe("drover hosts doctor --deep", () => {
  it("tries all that a job does on one device within five minutes, and writes a report without its serial", async () => {
    const { code, stdout } = await commandLineHere(
      ...deep(phones.adbPort, "--serial", serial, "--yes", "--record-adb", transcript, "--report", base),
    );
    const { parts, seconds, device } = await reportAt(base);
    expect({ code, ...kinds(parts) }).toEqual({ code: 0, ...allPassed, snapshot: "notTried" });
    expect(seconds).toBeLessThan(300);
    expect(device).toMatchObject({ manufacturer: "Drover", apiLevel: 34 });
    expect(stdout).toContain(`${base}.md and ${base}.json`);
    const page = await readFile(`${base}.md`, "utf8");
    expect(page).toMatch(
      /^\| 20 actions \| passed \| [\d.]+ \| all 20 reach the device \| 20 of 20 were done; /m,
    );
    expect(page + JSON.stringify(parts)).not.toContain(serial);
  }, 300_000);

  it("finds the same on the device of the transcript that it recorded", async () => {
    const recorded = await reportAt(base);
    const child = spawnDrover(["phones", "--replay", transcript]);
    const over = ended(child);
    try {
      const ready = await new Promise<string>((resolve) =>
        child.stdout?.once("data", (text) => resolve(String(text))),
      );
      const again = path.join(dir, "replayed");
      await commandLineHere(...deep(Number(JSON.parse(ready).adbPort), "--yes", "--report", again));
      const replayed = await reportAt(again);
      expect(kinds(replayed.parts)).toEqual({ ...allPassed, snapshot: "notSupported" });
      const seen = ({ parts }: DeepReport) =>
        parts.filter(({ part }) => /actions|text|tree|image|setUp/.test(part)).map((part) => part.seen);
      expect(seen(replayed)).toEqual(seen(recorded));
      expect({ ...replayed.device, alias: "" }).toEqual({ ...recorded.device, alias: "" });
    } finally {
      child.kill("SIGINT");
    }
    expect((await over).stderr).not.toContain("not recorded");
  }, 300_000);

  it("does nothing before somebody agreed, and names the devices to choose from", async () => {
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await commandLineHere(...args);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused(...deep(phones.adbPort, "--serial", serial))).toMatch(
      /CLEARS THE DATA of the apps.*\n.*snapshot.*\n.*restarts the device[\s\S]*Give --yes if you agree/,
    );
    expect(await refused(...deep(phones.adbPort, "--yes"))).toMatch(
      /has 2 devices\.\s+Give one of these with --serial: emulator-555\d, emulator-555\d\./,
    );
    expect(await refused(...deep(phones.adbPort, "--serial", "x"))).toContain("no one device 'x'");
    expect(await refused(...deep(phones.adbPort, "--serial", serial, "--report", "/none/x"))).toContain(
      "--report: /none/x.md cannot be written",
    );
    expect(await refused("hosts", "doctor", "--record-adb", "x")).toContain("works only with --deep");
    expect(await refused("phones", "--replay", "x", "--count", "2")).toContain(
      "With --replay, give only --port",
    );
  });

  it("gives the device back clean when it is interrupted, and says what it did not try", async () => {
    const report = path.join(dir, "interrupted");
    const child = spawnDrover(deep(phones.adbPort, "--serial", serial, "--yes", "--report", report));
    let said = "";
    child.stderr?.on("data", (text) => {
      said += text;
    });
    const over = ended(child);
    await eventually("the set-up", async () => (said.includes("Set-up") ? true : undefined));
    child.kill("SIGINT");
    expect((await over).code).toBe(130);
    expect(kinds((await reportAt(report)).parts)).toMatchObject({
      setUp: "passed",
      text: "notTried",
      reboot: "notTried",
      asFound: "passed",
    });
  }, 120_000);
});
