import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { APPS } from "../src/apps/app-registry.ts";
import { runShell } from "../src/shell/run-shell.ts";
import { bufferInput, CollectedOutput } from "../src/shell/streams.ts";
import { createPhone } from "../src/start-phone.ts";
import type { App } from "../src/system/app.ts";
import type { VirtualPhone } from "../src/system/virtual-phone.ts";

export interface SeenNode {
  readonly attributes: Readonly<Record<string, string>>;
  readonly bounds: readonly [left: number, top: number, right: number, bottom: number];
  readonly depth: number;
}

/** Someone with a phone in the hand: sees what a dump shows and taps only what is there to see. */
export interface PhoneUser extends AsyncDisposable {
  readonly phone: VirtualPhone;
  readonly dir: string;
  setTime(iso: string): void;
  nodes(): Promise<readonly SeenNode[]>;
  /** By text, content description or resource id. */
  find(label: string): Promise<SeenNode | undefined>;
  see(label: string): Promise<SeenNode>;
  tap(label: string): Promise<void>;
  /** Swipes up until the label is there, then taps it. */
  scrollTo(label: string): Promise<void>;
  press(...keyCodes: readonly number[]): Promise<void>;
  /** What a command prints in the phone's shell. */
  shell(command: string): Promise<string>;
}

export const KEY = { home: 3, back: 4, recents: 187, power: 26, enter: 66, delete: 67, paste: 279 } as const;

export function parseDump(xml: string): readonly SeenNode[] {
  const nodes: SeenNode[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "node") nodes.push({ attributes, bounds: boundsOf(attributes.bounds ?? ""), depth });
    depth += 1;
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.write(xml).close();
  return nodes;
}

function boundsOf(text: string): readonly [number, number, number, number] {
  const [left = Number.NaN, top = Number.NaN, right = Number.NaN, bottom = Number.NaN] = (
    text.match(/\d+/g) ?? []
  ).map(Number);
  return [left, top, right, bottom];
}

export async function pickUpPhone(dir?: string, apps: readonly App[] = APPS): Promise<PhoneUser> {
  const place = dir ?? (await mkdtemp(join(tmpdir(), "phone-")));
  let now = new Date("2026-03-02T09:41:00Z");
  const phone = await createPhone({ serial: "emulator-5554", dir: place, clock: () => now, seed: 7, apps });
  const nodes = async () => {
    const dump = await phone.dumpHierarchy();
    if (!dump.ok) throw new Error(dump.error);
    return parseDump(dump.xml);
  };
  const find = async (label: string) => {
    const matches = (await nodes()).filter(({ attributes }) =>
      [attributes.text, attributes["content-desc"], attributes["resource-id"]].includes(label),
    );
    return matches.find((node) => node.attributes.clickable === "true") ?? matches[0];
  };
  const see = async (label: string) => {
    const node = await find(label);
    if (node === undefined) throw new Error(`"${label}" is not on the screen: ${texts(await nodes())}`);
    return node;
  };
  const tap = async (label: string) => {
    const [left, top, right, bottom] = (await see(label)).bounds;
    await phone.input.tap((left + right) / 2, (top + bottom) / 2);
  };
  const scrollTo = async (label: string) => {
    for (let i = 0; i < 8 && (await find(label)) === undefined; i += 1)
      await phone.input.swipe(540, 1_800, 540, 900, 600);
    await tap(label);
  };
  return {
    phone,
    dir: place,
    setTime: (iso) => {
      now = new Date(iso);
    },
    nodes,
    find,
    see,
    tap,
    scrollTo,
    press: async (...keyCodes) => {
      for (const keyCode of keyCodes) await phone.input.keyevent(keyCode);
    },
    shell: async (command) => {
      const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()];
      await runShell(phone, command, { stdin: bufferInput(Buffer.alloc(0)), stdout, stderr });
      return stdout.text();
    },
    [Symbol.asyncDispose]: async () => {
      await phone.close();
      if (dir === undefined) await rm(place, { recursive: true, force: true });
    },
  };
}

function texts(nodes: readonly SeenNode[]): string {
  return nodes
    .map(({ attributes }) => attributes.text || attributes["content-desc"])
    .filter(Boolean)
    .join(" | ");
}
