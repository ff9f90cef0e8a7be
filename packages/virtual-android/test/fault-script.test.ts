import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseFaultScript } from "../src/fault-script/fault-script.ts";
import { type RunningPhones, startPhones } from "../src/start-phones.ts";
import { WireClient } from "./adb/wire-client.ts";

const script = {
  seed: 7,
  faults: [
    { fault: "refuse", command: "^shell:echo refused", after: 1, times: 1, text: "device still connecting" },
    { fault: "refuse", phone: "emulator-5556", command: "^shell:echo dice", probability: 0.5 },
    { fault: "empty-picture", command: "^exec:screencap", times: 1, commands: 1 },
    { fault: "install-refused", command: "^shell:pm install", times: 1, commands: 1 },
    { fault: "gone", command: "^shell:vanish", milliseconds: 3_600_000 },
    { fault: "app-anr", command: "^shell:stall", package: "com.android.settings" },
  ],
};

let dir = "";
let phones: RunningPhones;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "fault-script-"));
  await writeFile(join(dir, "faults.json"), JSON.stringify(script));
  phones = await startPhones({ count: 3, dir: join(dir, "phones"), faultScript: join(dir, "faults.json") });
});
afterAll(async () => {
  await phones.close();
  await rm(dir, { recursive: true, force: true });
});

async function ask(service: string, serial = "emulator-5554"): Promise<string> {
  const client = new WireClient(phones.adbPort);
  const status = await client.start(serial, service);
  const answer = status === "OKAY" ? (await client.readToEnd()).toString("latin1") : status;
  client.socket.destroy();
  return answer;
}

async function asked(times: number, service: string, serial?: string): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await ask(service, serial));
  return answers;
}

describe("a fault script", () => {
  it("happens after so many commands, so many times, on each phone by itself", async () => {
    const expected = ["refused\n", "FAIL device still connecting", "refused\n"];
    expect(await asked(3, "shell:echo refused")).toEqual(expected);
    expect(await asked(3, "shell:echo refused", "emulator-5556")).toEqual(expected);
  });

  it("throws its dice by the seed, on the phone that it names", async () => {
    const thrown = await asked(12, "shell:echo dice", "emulator-5556");
    expect(thrown.map((answer) => (answer === "dice\n" ? "." : "x")).join("")).toMatchInlineSnapshot(
      `"xx...xxx..xx"`,
    );
    expect(new Set(await asked(6, "shell:echo dice"))).toEqual(new Set(["dice\n"]));
  });

  it("ends a state of the phone after so many commands", async () => {
    expect(await ask("exec:screencap -p")).toBe("");
    expect((await ask("exec:screencap -p")).slice(1, 4)).toBe("PNG");
  });

  it("refuses an install with Android's reason, once", async () => {
    await ask('shell:echo \'{"packageName":"org.example.one","label":"One"}\' > /data/local/tmp/one.apk');
    const answers = await asked(2, "shell:pm install /data/local/tmp/one.apk");
    expect(answers[0]).toContain("INSTALL_FAILED_INSUFFICIENT_STORAGE");
    expect(answers[1]).toContain("Success");
  });

  it("shows dialogs, and takes a phone off the list", async () => {
    await ask("shell:stall");
    expect(await ask("exec:uiautomator dump /dev/tty")).toContain("isn't responding");
    await ask("shell:vanish", "emulator-5558");
    expect(phones.devices.list().map(({ serial }) => serial)).toEqual(["emulator-5554", "emulator-5556"]);
  });
});

describe("what is no fault script", () => {
  it("is refused with the name of each wrong field", () => {
    const parse = (faults: unknown) => () => parseFaultScript(JSON.stringify({ faults }));
    expect(parse([{ fault: "cut", afterBytes: -1 }])).toThrow("faults[0].afterBytes: ");
    expect(parse([{ fault: "hang", comand: "x" }])).toThrow('faults[0]: Unrecognized key: "comand"');
    expect(parse([{ fault: "fire" }])).toThrow("faults[0].fault: ");
    expect(parse([{ fault: "hang", command: "(" }])).toThrow("faults[0].command: is no regular expression");
    expect(() => parseFaultScript("{")).toThrow("The fault script is no JSON");
  });

  it("does not start phones", async () => {
    const path = join(dir, "none.json");
    await expect(startPhones({ count: 1, dir: join(dir, "none"), faultScript: path })).rejects.toThrow(
      `The fault script ${path} cannot be read`,
    );
  });
});
