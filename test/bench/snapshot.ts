import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { startPhones } from "@drover/virtual-android";
import { withConsole } from "#device-host/adb/emulator-console.ts";
import { median } from "./quantile.ts";

/**
 * What keeping a virtual phone, bringing it back and forking it sixteen times takes, over the console as a host asks it: connection, token,
 * command and answer. Each round changes the phone first: a setting, a row of a database, the screen.
 */
const rounds = 15;
const forksAtOnce = 16;

interface Took {
  readonly wallMilliseconds: number;
  readonly cpuMilliseconds: number;
}

async function timed(act: () => Promise<unknown>): Promise<Took> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await act();
  const wallMilliseconds = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMilliseconds, cpuMilliseconds: (user + system) / 1_000 };
}

const dir = await mkdtemp(join(tmpdir(), "drover-bench-snapshot-"));
const phones = await startPhones({ count: 1, dir });
const [phone] = phones.phones;
if (phone === undefined) throw new Error("there is no phone");
const portOf = (serial: string): number =>
  Number(
    phones.devices
      .list()
      .find((one) => one.serial === serial)
      ?.device.properties()
      .get("ro.virtual_android.console_port"),
  );

async function change(round: number): Promise<void> {
  phone?.settings.put("system", "screen_brightness", String(round + 1));
  await phone?.content.insert("content://com.android.deskclock/alarms", { hour: round % 24, minutes: 7 });
  await phone?.activities.start({
    action: "android.settings.SETTINGS",
    categories: [],
    extras: {},
    flags: 0,
  });
  await phone?.dumpHierarchy();
}

const took: Record<"snapshot" | "restore" | "forks", Took[]> = { snapshot: [], restore: [], forks: [] };
const port = portOf(phone.serial);
for (let round = 0; round < rounds; round += 1) {
  await change(round);
  took.snapshot.push(
    await timed(() => withConsole(port, (console) => console.ask("avd snapshot save bench"))),
  );
  await change(round + 1);
  took.restore.push(
    await timed(() => withConsole(port, (console) => console.ask("avd snapshot load bench"))),
  );
  const serials: string[] = [];
  took.forks.push(
    await timed(() =>
      withConsole(port, async (console) => {
        while (serials.length < forksAtOnce)
          serials.push((await console.ask("avd snapshot fork bench"))[0] ?? "");
      }),
    ),
  );
  for (const serial of serials) await withConsole(portOf(serial), (console) => console.ask("kill"));
  // They end after their answer: what that costs is none of the next round's.
  const place = await readFile(join(dir, "forks.place"), "utf8");
  while ((await readdir(place)).length > 0) await nextTurn();
}
const stored = await readFile(join(dir, "snapshots/bench.snapshot"));
await phones.close();
await rm(dir, { recursive: true, force: true });

const targets = { snapshot: 5, restore: 20, forks: 100 } as const;
process.stdout.write(
  `medians of ${rounds} rounds; a snapshot is ${Math.round(stored.length / 1_024)} KB on disk\n`,
);
for (const [what, runs] of Object.entries(took)) {
  const of = (name: keyof Took) => median(runs.map((run) => run[name])).toFixed(1);
  const target = targets[what as keyof typeof targets];
  const name = what === "forks" ? `${forksAtOnce} forks` : what;
  process.stdout.write(
    `${name}: wall ${of("wallMilliseconds")} ms, CPU ${of("cpuMilliseconds")} ms (target ${target} ms)\n`,
  );
}
