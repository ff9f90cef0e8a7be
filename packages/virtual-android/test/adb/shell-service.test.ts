import { describe, expect, it } from "vitest";
import { servePhone } from "./served-phone.ts";

const served = servePhone();
const run = async (service: string) => {
  const client = served().connect();
  expect(await client.start("emulator-5554", service)).toBe("OKAY");
  return client.readToEnd();
};
const packet = (kind: number, text: string) => {
  const header = Buffer.alloc(5);
  header[0] = kind;
  header.writeUInt32LE(Buffer.byteLength(text), 1);
  return Buffer.concat([header, Buffer.from(text)]);
};
function packets(bytes: Buffer): readonly (readonly [kind: number, text: string])[] {
  const found: [number, string][] = [];
  for (let place = 0; place < bytes.length; ) {
    const length = bytes.readUInt32LE(place + 1);
    found.push([bytes[place] ?? -1, bytes.toString("latin1", place + 5, place + 5 + length)]);
    place += 5 + length;
  }
  return found;
}

describe("shell and exec over the wire", () => {
  it("v1 joins stdout and stderr and hides the exit code", async () => {
    expect((await run("shell:echo out; echo err >&2; exit 7")).toString()).toBe("out\nerr\n");
  });

  it("v2 keeps stdout, stderr and the exit code apart", async () => {
    const answer = packets(await run("shell,v2,TERM=xterm-256color,raw:echo out; echo err >&2; exit 7"));
    expect(answer).toEqual([
      [1, "out\n"],
      [2, "err\n"],
      [3, "\u0007"],
    ]);
  });

  it("v2 hands stdin to the command until it is closed", async () => {
    const client = served().connect();
    expect(
      await client.start("emulator-5554", "shell,v2,raw:cat > /sdcard/in.txt; wc -c /sdcard/in.txt"),
    ).toBe("OKAY");
    client.socket.write(Buffer.concat([packet(0, "first "), packet(0, "second"), packet(4, "")]));
    expect(packets(await client.readToEnd())).toEqual([
      [1, "12 /sdcard/in.txt\n"],
      [3, "\u0000"],
    ]);
  });

  it("runs the lines of stdin when there is no command", async () => {
    const client = served().connect();
    expect(await client.start("emulator-5554", "shell,v2,raw:")).toBe("OKAY");
    client.socket.write(Buffer.concat([packet(0, "cd /sdcard\npwd\nex"), packet(0, "it 3\necho never\n")]));
    expect(packets(await client.readToEnd())).toEqual([
      [1, "/sdcard\n"],
      [3, "\u0003"],
    ]);
  });

  it("gives somebody who types a prompt, an echo and an exit code", async () => {
    const client = served().connect();
    expect(await client.start("emulator-5554", "shell,v2,TERM=xterm,pty:")).toBe("OKAY");
    client.socket.write(packet(0, "cd /sdcarx\u007fd\rpwd\rgarbage\u0003exit 5\r"));
    const answer = packets(await client.readToEnd());
    const shown = answer.filter(([kind]) => kind === 1).map(([, text]) => text);
    expect(shown.join("")).toBe(
      "emu64x:/ # cd /sdcarx\b \bd\r\nemu64x:/sdcard # pwd\r\n/sdcard\r\nemu64x:/sdcard # garbage^C\r\nemu64x:/sdcard # exit 5\r\n",
    );
    expect(answer.at(-1)).toEqual([3, "\u0005"]);
  });

  it("exec gives bytes as they are", async () => {
    expect((await run("exec:screencap -p")).toString("latin1")).toBe("\u0089PNG-pixels");
  });

  it("exec installs an app from a stream of a given size", async () => {
    const client = served().connect();
    const apk = "com.example.streamed";
    expect(await client.start("emulator-5554", `exec:cmd package 'install' -S ${apk.length}`)).toBe("OKAY");
    client.socket.write(apk);
    expect((await client.readToEnd()).toString()).toBe("Success\n");
    expect((await run("shell:pm list packages -3")).toString()).toBe("package:com.example.streamed\n");
  });

  it("ends a command that nobody waits for", async () => {
    const client = served().connect();
    expect(await client.start("emulator-5554", "shell:sleep 500; input tap 1 1")).toBe("OKAY");
    client.socket.end();
    expect((await client.readToEnd()).length).toBe(0);
    expect(served().phone.calls).toEqual([]);
  });

  it("runs five hundred commands on one connection each and leaves no sockets behind", async () => {
    for (let batch = 0; batch < 10; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => run("shell:echo $?")));
      expect(new Set(answers.map(String))).toEqual(new Set(["0\n"]));
    }
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    await expect.poll(sockets).toBeLessThan(20);
  });
});
