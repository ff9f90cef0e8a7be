import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { servePhone } from "./served-phone.ts";
import type { WireClient } from "./wire-client.ts";

const served = servePhone();
const syncClient = async (): Promise<WireClient> => {
  const client = served().connect();
  expect(await client.start("emulator-5554", "sync:")).toBe("OKAY");
  return client;
};
const frame = (id: string, body: string | number): Buffer => {
  const payload = Buffer.from(typeof body === "number" ? "" : body);
  const header = Buffer.alloc(8);
  header.write(id, "latin1");
  header.writeUInt32LE(typeof body === "number" ? body : payload.length, 4);
  return Buffer.concat([header, payload]);
};
/** An answer's four letters and, for FAIL and DATA, its bytes. */
const reply = async (client: WireClient): Promise<string> => {
  const header = await client.read(8);
  const id = header.toString("latin1", 0, 4);
  if (id !== "FAIL" && id !== "DATA") return id;
  return `${id} ${(await client.read(header.readUInt32LE(4))).toString()}`;
};
const push = async (client: WireClient, target: string, body: string): Promise<string> => {
  client.socket.write(
    Buffer.concat([frame("SEND", target), frame("DATA", body), frame("DONE", 1_700_000_000)]),
  );
  return reply(client);
};
const pull = async (client: WireClient, target: string): Promise<string> => {
  client.socket.write(frame("RECV", target));
  return reply(client);
};

describe("sync", () => {
  it("writes and reads files, one request after the other on one connection", async () => {
    const client = await syncClient();
    expect(await push(client, "/sdcard/a/b.txt,33188", "body")).toBe("OKAY");
    expect(await pull(client, "/sdcard/a/b.txt")).toBe("DATA body");
    expect(await reply(client)).toBe("DONE");
    client.socket.write(frame("STA2", "/storage/emulated/0/a/b.txt"));
    const stat = await client.read(72);
    expect([
      stat.toString("latin1", 0, 4),
      stat.readUInt32LE(4),
      Number(stat.readBigUInt64LE(40)),
      Number(stat.readBigInt64LE(56)),
    ]).toEqual(["STA2", 0, 4, 1_700_000_000]);
  });

  it("tells of a missing file as adbd does: zeros in v1, the error number in v2", async () => {
    const client = await syncClient();
    client.socket.write(frame("STAT", "/nope"));
    expect((await client.read(16)).subarray(4).every((byte) => byte === 0)).toBe(true);
    client.socket.write(frame("LST2", "/nope"));
    expect((await client.read(72)).readUInt32LE(4)).toBe(2);
    expect(await pull(client, "/nope")).toBe("FAIL open failed: No such file or directory");
  });

  it("refuses to write a read-only partition and stays usable", async () => {
    const client = await syncClient();
    expect(await push(client, "/system/app/x,33188", "x")).toBe(
      "FAIL couldn't create file: Read-only file system",
    );
    expect(await push(client, "/data/local/tmp/x,33188", "x")).toBe("OKAY");
  });

  it("never leaves the phone's directory, by dots or by links", async () => {
    const { filesRoot } = served().phone.device;
    const outside = path.join(path.dirname(filesRoot), `${path.basename(filesRoot)}-outside`);
    const client = await syncClient();
    expect(await push(client, "/sdcard/made,33188", "x")).toBe("OKAY");
    writeFileSync(path.join(filesRoot, "sdcard/secret-target"), "own");
    symlinkSync("/etc", path.join(filesRoot, "sdcard/absolute"));
    symlinkSync("../../../../../../../../etc", path.join(filesRoot, "sdcard/relative"));
    symlinkSync(outside, path.join(filesRoot, "sdcard/out"));
    mkdirSync(path.join(filesRoot, "etc"));
    for (const target of [
      "/../../../etc/passwd",
      "/sdcard/absolute/passwd",
      "/sdcard/relative/passwd",
      "/sdcard/../../etc/passwd",
    ]) {
      expect(await pull(client, target)).toBe("FAIL open failed: No such file or directory");
    }
    expect(await push(client, "/sdcard/out,33188", "x")).toBe("OKAY");
    expect(await push(client, "/sdcard/out/../../../evil,33188", "x")).toContain("FAIL");
    expect(existsSync(outside)).toBe(false);
  });

  it("refuses a path with a zero byte, a path that is too long and a frame it does not know", async () => {
    expect(await pull(await syncClient(), "/sdcard/x\u0000.png")).toBe("FAIL open failed: Invalid argument");
    const long = await syncClient();
    long.socket.write(frame("STAT", 1025));
    expect(await reply(long)).toBe("FAIL path too long");
    const unknown = await syncClient();
    unknown.socket.write(frame("EVIL", "/sdcard"));
    expect(await reply(unknown)).toBe("FAIL unknown command EVIL");
    expect((await unknown.readToEnd()).length).toBe(0);
  });

  it("leaves nothing of a push that breaks off", async () => {
    const client = await syncClient();
    client.socket.write(
      Buffer.concat([frame("SEND", "/sdcard/half.bin,33188"), frame("DATA", "first half")]),
    );
    client.socket.end();
    await client.readToEnd();
    expect(existsSync(path.join(served().phone.device.filesRoot, "sdcard/half.bin"))).toBe(false);
  });
});
