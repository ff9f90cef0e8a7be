import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { describe, expect, it } from "vitest";
import { runShell } from "../../src/shell/run-shell.ts";
import { bufferInput, CollectedOutput } from "../../src/shell/streams.ts";
import { phoneFiles } from "../../src/system/storage/phone-files.ts";
import { KEY, pickUpPhone } from "../phone-user.ts";
import { shellOnFake } from "./shell-on-fake.ts";

const shell = shellOnFake();

/** What a player finds in the file. */
async function framesOf(mp4: Uint8Array) {
  using input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error("no video");
  const frames = [];
  for await (const { timestamp, type } of new EncodedPacketSink(track).packets())
    frames.push({ timestamp, type });
  const { codedWidth: width, codedHeight: height, codec } = (await track.getDecoderConfig()) ?? {};
  return { frames, width, height, codec };
}

describe("screenrecord", () => {
  it("records what the screen shows as H.264 until it is interrupted", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    const stdout = new CollectedOutput();
    // A pause is over as soon as it begins: nothing here waits for the clock.
    let looks = 0;
    const sleep = async (): Promise<void> => {
      looks += 1;
      if (looks === 2) await phone.input.keyevent(KEY.recents);
      if (looks === 4) {
        const streams = {
          stdin: bufferInput(Buffer.alloc(0)),
          stdout: new CollectedOutput(),
          stderr: new CollectedOutput(),
        };
        expect(await runShell(phone, "pkill -INT -f '^screenrecord.*[t]ry.mp4'", streams)).toBe(0);
      }
    };
    const command = "screenrecord --verbose --size 360x800 --bit-rate 1M --time-limit 60 /sdcard/try.mp4";
    const code = await runShell(phone, command, {
      stdin: bufferInput(Buffer.alloc(0)),
      stdout,
      stderr: stdout,
      sleep,
    });
    expect(stdout.text()).toMatch(
      /Configuring recorder for 360x800 video\/avc at 1\.00Mbps\nContent area is 360x800 at offset x=0 y=0\n/,
    );
    expect(code).toBe(0);
    const { frames, ...picture } = await framesOf(phoneFiles(phone).read("/sdcard/try.mp4"));
    expect(picture).toEqual({ width: 360, height: 800, codec: expect.stringMatching(/^avc1\./) });
    expect(frames.map(({ type }) => type)).toEqual(["key", "delta", "delta"]);
    expect(frames[0]?.timestamp).toBe(0);
  });

  it.each([
    ["--bugreport /sdcard/a.mp4", "--bugreport is not supported by this virtual phone"],
    ["--output-format=h264 -", "--output-format=h264 is not supported"],
    ["--fast /sdcard/a.mp4", "unrecognized option '--fast'"],
    ["--time-limit 181 /sdcard/a.mp4", "Time limit 181s outside acceptable range [1,180]"],
    ["--bit-rate 5 /sdcard/a.mp4", "Bit rate 5bps outside acceptable range"],
    ["--size 5 /sdcard/a.mp4", "Invalid size '5', must be width x height"],
    ["", "Must specify output file"],
  ])("refuses `%s` and says why", async (args, why) => {
    const { code, stderr } = await shell.run(`screenrecord ${args}`);
    expect(stderr).toContain(why);
    expect(code).not.toBe(0);
  });
});
