import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { replaceDisk } from "#simulation/world/replace-disk.ts";
import { Replacements } from "#simulation/world/replaced.ts";
import { SimulatedProcess } from "#simulation/world/simulated-process.ts";

const replacements = new Replacements();
const now = (): Date => new Date("2026-01-05T09:00:00.000Z");
let dir = "";
let journals: typeof import("#device-host/delivery/command-journal.ts");

beforeAll(async () => {
  replaceDisk(replacements);
  replacements.publish();
  // It takes the database as it is when it is loaded.
  journals = await import("#device-host/delivery/command-journal.ts");
});
afterAll(() => replacements.restore());
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "power-cut-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const openIn = (machine: SimulatedProcess) =>
  machine.run(() => journals.openCommandJournal(path.join(dir, "journal.sqlite"), now));

function machineThatMayLosePower() {
  const machine = new SimulatedProcess("host#1");
  machine.mayLosePower = true;
  return machine;
}

/** The journal of a machine after a process died on it that had written the same to it. */
function journalAfter(death: "process" | "power") {
  const machine = machineThatMayLosePower();
  const journal = openIn(machine);
  machine.run(() => {
    journal.setNote("phone-1", "as it was");
    journal.begin("C1");
    journal.acting("C1");
    journal.begin("C2");
  });
  machine.kill(death);
  return openIn(new SimulatedProcess("host#2"));
}

it("keeps through a power cut what a device must be brought back to, and that it was acted on [fault D1]", () => {
  const journal = journalAfter("power");
  expect(journal.note("phone-1")).toBe("as it was");
  expect(journal.find("C1")).toEqual({ state: "begun", acted: true });
  // Nothing was done on a device for it, so it may be done again.
  expect(journal.find("C2")).toBeNull();
  journal.close();
});

it("keeps a note through a power cut although nothing was synced after it [fault D1]", () => {
  const machine = machineThatMayLosePower();
  const journal = openIn(machine);
  machine.run(() => journal.setNote("phone-1", "as it was"));
  machine.kill("power");
  const next = openIn(new SimulatedProcess("host#2"));
  expect(next.note("phone-1")).toBe("as it was");
  next.close();
});

it("keeps through a second power cut what was synced before the first [fault D1]", () => {
  const first = machineThatMayLosePower();
  const journal = openIn(first);
  first.run(() => journal.setNote("phone-1", "as it was"));
  first.kill("power");
  const second = machineThatMayLosePower();
  openIn(second);
  second.kill("power");
  const next = openIn(new SimulatedProcess("host#3"));
  expect(next.note("phone-1")).toBe("as it was");
  next.close();
});

it("keeps everything when only the process dies", () => {
  const journal = journalAfter("process");
  expect(journal.find("C2")).toEqual({ state: "begun", acted: false });
  journal.close();
});

it("refuses to note what it does when the disk is full", () => {
  const machine = machineThatMayLosePower();
  const journal = openIn(machine);
  machine.isDiskFull = true;
  expect(() => machine.run(() => journal.begin("C1"))).toThrow("database or disk is full");
  machine.isDiskFull = false;
  machine.run(() => journal.begin("C1"));
  expect(journal.find("C1")).toEqual({ state: "begun", acted: false });
  machine.kill();
});
