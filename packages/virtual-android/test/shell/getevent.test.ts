import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { panelOf } from "../../src/shell/commands/input/touch-panel.ts";
import { shellOnFake } from "./shell-on-fake.ts";

const shell = shellOnFake();
const node = "/dev/input/event1";

/** What the command prints while `during` happens. */
async function heard(command: string, during: () => Promise<void>) {
  const hangUp = new AbortController();
  const panel = panelOf(shell.phone().device);
  const running = shell.run(command, "", { hangUp: hangUp.signal });
  await expect.poll(() => panel.listeners).toBe(1);
  await during();
  hangUp.abort();
  const { stdout } = await running;
  expect(panel.listeners).toBe(0);
  return stdout.trimEnd().split("\n");
}
const at = { x: 540, y: 1_200 };
const tap = () => panelOf(shell.phone().device).touch([{ start: at, end: at }], 60);

describe("getevent", () => {
  beforeEach(() => {
    const { filesRoot } = shell.phone().device;
    mkdirSync(join(filesRoot, "dev/input"), { recursive: true });
    for (const name of ["event0", "event1"]) writeFileSync(join(filesRoot, "dev/input", name), "");
  });

  it("tells what a person's finger does, which Android feels too", async () => {
    const lines = await heard(`getevent -lt ${node}`, tap);
    expect(lines[0]).toMatch(/^\[ *\d+\.\d{6}\] EV_ABS {7}ABS_MT_TRACKING_ID {3}00000000 *$/);
    expect(lines.map((line) => line.split("] ")[1]?.trim().split(/ +/).slice(1).join(" "))).toEqual([
      "ABS_MT_TRACKING_ID 00000000",
      "ABS_MT_POSITION_X 00004000",
      "ABS_MT_POSITION_Y 00004000",
      "BTN_TOUCH DOWN",
      ...Array(5).fill("SYN_REPORT 00000000"),
      "ABS_MT_TRACKING_ID ffffffff",
      "BTN_TOUCH UP",
      "SYN_REPORT 00000000",
    ]);
    expect(shell.phone().calls).toEqual(["tap 540 1200"]);
  });

  it("does not repeat a place, and names the device when nobody chose one", async () => {
    const lines = await heard("getevent", async () => {
      await tap();
      await tap();
    });
    expect(lines).toContain(`add device 1: ${node}`);
    expect(lines.filter((line) => line === `${node}: 0003 0035 00004000`)).toHaveLength(1);
    expect(lines.filter((line) => line === `${node}: 0003 0039 ffffffff`)).toHaveLength(2);
  });

  it("is not told of what `input` does", async () => {
    const lines = await heard(`getevent ${node}`, async () => {
      await shell.run("input tap 10 10");
    });
    expect(lines).toEqual([""]);
    expect(shell.phone().calls).toEqual(["tap 10 10"]);
  });

  it("tells what each device reports, of those that there are", async () => {
    const all = await shell.out("getevent -p");
    expect(all).toContain('name:     "virtual_touch_panel"');
    expect(all).toContain("0035  : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0");
    expect(await shell.out(`getevent -lp ${node}`)).toContain("ABS_MT_POSITION_X      : value 0");
    expect((await shell.run("getevent -t /dev/input/event7")).code).toBe(1);
  });
});
