import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Farm, startFarm } from "#local/farm.ts";
import { ScheduleRunPage } from "#shared/contracts/api/schedule-response.ts";
import { drover, eventually } from "./drover-process.ts";

let dir: string;
let farm: Farm;
const clock = { now: new Date("2027-01-01T00:00:00.000Z") };

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  farm = await startFarm({
    dir: path.join(dir, "farm"),
    phones: 2,
    scheduleClock: () => clock.now,
    environment: {},
    report: () => undefined,
  });
}, 120_000);
afterAll(async () => {
  await farm?.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

/** `wifi` is what the check of Wi-Fi expects. */
async function tasksFile(wifi: number): Promise<string> {
  const file = path.join(dir, `tasks-${wifi}.yaml`);
  const tasks = [
    "tasks:",
    "  - { id: bluetooth, task: Turn on Bluetooth, validators: ['setting:global/bluetooth_on=1'] }",
    `  - { id: wifi, task: Turn off Wi-Fi, validators: ['setting:global/wifi_on=${wifi}'] }`,
  ];
  await writeFile(file, `${tasks.join("\n")}\n`);
  return file;
}

async function command(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await drover(...args, "--dir", path.join(dir, "farm"));
  expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
  return stdout;
}

const ended = (runId: string) =>
  eventually(
    `run ${runId}`,
    async () => {
      const items = ScheduleRunPage.shape.items.parse(
        JSON.parse(await command("schedules", "runs", "nightly", "--json")),
      );
      return items.find((run) => run.runId === runId && run.finishedAt !== undefined);
    },
    170,
  );

it("a nightly schedule runs twice on virtual phones, and says what the second night broke, for people and for a pull request", async () => {
  await command("schedules", "create", "nightly", await tasksFile(0), "--at", "cron(0 2 * * ? *)");
  clock.now = new Date("2027-01-01T02:00:10.000Z");
  expect(await ended("20270101T020000Z")).toMatchObject({
    status: "finished",
    figures: { runs: 2, successes: 2 },
  });

  await command("schedules", "set", "nightly", await tasksFile(7));
  clock.now = new Date("2027-01-02T02:00:10.000Z");
  expect(await ended("20270102T020000Z")).toMatchObject({
    status: "finished",
    comparedWith: "20270101T020000Z",
    figures: { runs: 2, successes: 1 },
    changes: { broken: 1, fixed: 0, flaky: 0 },
  });

  const markdown = await command("schedules", "diff", "nightly", "--format", "markdown");
  expect(markdown).toContain("### Schedule nightly: 1 broken");
  expect(markdown).toMatch(/^\| broken \| wifi \| 1\/1 \| 0\/1 \| .+ \| [0-9A-Z]{26} \|$/m);
  expect(markdown).not.toContain("bluetooth");
  expect(await command("schedules", "show", "nightly", "20270102T020000Z")).toMatch(
    /broken +wifi +1\/1 +0\/1/,
  );
  expect(await command("history", "wifi")).toMatch(/^wifi {2}\.F {2}success 50\.0 %, flips 1 of 1/);

  await command("schedules", "delete", "nightly");
  expect(JSON.parse(await command("schedules", "list", "--json"))).toEqual([]);
}, 400_000);
