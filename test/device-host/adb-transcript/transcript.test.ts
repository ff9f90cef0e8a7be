import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { readTranscript } from "#device-host/adb-transcript/read-transcript.ts";
import { recordAdb } from "#device-host/adb-transcript/record-adb.ts";
import { replayAdb } from "#device-host/adb-transcript/replay-adb.ts";
import { TranscriptFile } from "#device-host/adb-transcript/transcript-file.ts";
import { readPng } from "#device-host/observe/png.ts";
import { recordedSerial, TranscriptLine } from "#shared/contracts/device/adb-transcript.ts";

let dir: string;
let phones: RunningPhones;
const serial = "emulator-5554";

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-transcript-"));
  phones = await startPhones({ count: 1, dir: path.join(dir, "phones") });
});
afterAll(async () => {
  await phones.close();
  await rm(dir, { recursive: true, force: true });
});

/** What is done on the phone, as a transcript. */
async function recorded(
  name: string,
  use: (device: ServedDevice) => Promise<unknown>,
  mostBytes?: number,
): Promise<string> {
  const file = path.join(dir, `${name}.jsonl`);
  const listed = "device product:virtual_phone transport_id:1";
  const transcript = new TranscriptFile(file, { serial, listed, drover: "1.2.3", mostBytes });
  const recorder = await recordAdb({ host: "127.0.0.1", port: phones.adbPort }, transcript);
  await use(new ServedDevice({ endpoint: recorder, serial }));
  await recorder.close();
  await transcript.close();
  return file;
}

/** The transcript's device for as long as `use` takes, and what was refused meanwhile. */
async function replayed(
  file: string,
  use: (device: ServedDevice) => Promise<unknown>,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  const transcript = await readTranscript(file);
  const replay = await replayAdb(transcript, { port: 0, onRefused: (reason) => refusals.push(reason) });
  const endpoint = { host: "127.0.0.1", port: replay.port };
  try {
    expect(await listAttachedDevices(endpoint)).toEqual([
      { serial: recordedSerial, state: "device", transportId: "1" },
    ]);
    await use(new ServedDevice({ endpoint, serial: recordedSerial }));
  } finally {
    await replay.close();
  }
  return refusals;
}

const mode = async (device: ServedDevice): Promise<string | undefined> => {
  const [said] = await device.read([["settings", "get", "global", "airplane_mode_on"]]);
  return said?.output.trim();
};

describe("a transcript of adb", () => {
  it("is answered again, in another run with other nonces, and changes where it changed", async () => {
    const file = await recorded("order", async (device) => {
      await device.writeAll([["settings", "put", "global", "airplane_mode_on", "0"]]);
      expect(await mode(device)).toBe("0");
      await device.writeAll([["settings", "put", "global", "airplane_mode_on", "1"]]);
      expect(await mode(device)).toBe("1");
      await device.writeAll([["settings", "put", "global", "airplane_mode_on", "0"]]);
    });
    const refused = await replayed(file, async (device) => {
      await device.writeAll([["settings", "put", "global", "airplane_mode_on", "0"]]);
      // Asked more often than it was.
      expect([await mode(device), await mode(device), await mode(device)]).toEqual(["0", "0", "0"]);
      await device.writeAll([["settings", "put", "global", "airplane_mode_on", "1"]]);
      expect([await mode(device), await mode(device)]).toEqual(["1", "1"]);
    });
    expect(refused).toEqual([]);
  });

  it("has files that were pushed and pulled, and exit codes", async () => {
    const use = async (device: ServedDevice): Promise<void> => {
      await device.push("/sdcard/a.bin", Buffer.from([0, 255, 128, 10]));
      expect(await device.pull("/sdcard/a.bin", 100)).toEqual(Buffer.from([0, 255, 128, 10]));
      expect(await device.pull("/sdcard/none", 100)).toBeNull();
      expect(await device.read([["cat", "/sdcard/none"]])).toMatchObject([{ code: 1 }]);
    };
    expect(await replayed(await recorded("files", use), use)).toEqual([]);
  });

  it("refuses what was not recorded, and names the nearest that was", async () => {
    const file = await recorded("nearest", (device) => device.read([["getprop", "ro.product.model"]]));
    const refused = await replayed(file, (device) =>
      expect(device.read([["getprop", "ro.product.name"]])).rejects.toMatchObject({
        cause: expect.objectContaining({ message: expect.stringContaining("not recorded") }),
      }),
    );
    expect(refused[0]).toMatch(
      /^not recorded: .*ro\.product\.name.*nearest is exchange 0: .*ro\.product\.model/,
    );
  });

  it("keeps neither the serial, nor people's rows, addresses and files, nor what pictures show", async () => {
    const uri = "content://com.android.contacts/raw_contacts";
    const rows = ["content", "query", "--uri", uri, "--projection", "_id:display_name"] as const;
    let picture: Buffer = Buffer.alloc(0);
    const file = await recorded("masked", async (device) => {
      await device.push("/sdcard/Download/Wedding of Ann.jpg", Buffer.from("x"));
      await device.write([["settings", "put", "secure", "bluetooth_name", "Ann's phone"]]);
      const body = "body:s:Dear Ann, write to ann@example.com";
      const binds = ["address:s:+4366012345", body, "type:i:1"].flatMap((bind) => ["--bind", bind]);
      await device.write([["content", "insert", "--uri", "content://sms", ...binds]]);
      await device.read([rows, ["settings", "list", "secure"], ["getprop"]]);
      await device.read([["content", "query", "--uri", "content://sms", "--projection", "_id:address:body"]]);
      await device.read([
        ["find", "/sdcard/", "-maxdepth", "3"],
        ["echo", serial],
      ]);
      picture = await device.readBinary(["screencap", "-p"]);
    });
    const kept = (await readFile(file, "utf8"))
      .split("\n")
      .filter((line) => !/sync:|settings put|insert/.test(line));
    for (const hers of ["Ann", "4366012345", "ann@", "Wedding", serial])
      expect(
        kept.filter((line) => line.includes(hers)),
        hers,
      ).toEqual([]);
    await replayed(file, async (device) => {
      const [read] = await device.read([
        ["content", "query", "--uri", "content://sms", "--projection", "_id:address:body"],
      ]);
      expect(read?.output).toMatch(
        /^Row: 0 _id=\d+, address=\+0+, body=x+ x+, x+ x+ person@example.invalid$/m,
      );
      const again = readPng(await device.readBinary(["screencap", "-p"]));
      expect(again.size).toEqual(readPng(picture).size);
      expect(again.bytes.equals(picture)).toBe(false);
    });
  });

  it("ends at its greatest size and says so", async () => {
    const file = await recorded(
      "cut",
      async (device) => {
        for (let asked = 0; asked < 20; asked += 1) await device.read([["echo", `${asked}`.repeat(100)]]);
      },
      2_000,
    );
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    expect(lines.join("\n").length).toBeLessThan(3_000);
    expect(TranscriptLine.parse(JSON.parse(lines.at(-1) ?? ""))).toMatchObject({ kind: "end", cut: true });
  });

  it.each([
    ["", "it is empty"],
    ["{}\n", "line 1: kind"],
    ["no JSON\n", "line 1 is not JSON"],
    [
      '{"kind":"transcript","version":2,"drover":"9","recordedAt":"2026-01-01T00:00:00.000Z","listed":""}\n',
      "line 1: version",
    ],
  ])("is refused with its file, its line and what is wrong: %j", async (text, why) => {
    const file = path.join(dir, "bad.jsonl");
    await writeFile(file, text);
    await expect(readTranscript(file)).rejects.toMatchObject({
      code: "ConfigurationInvalid",
      message: expect.stringContaining(`${file} is no transcript of adb: ${why}`),
    });
  });
});
