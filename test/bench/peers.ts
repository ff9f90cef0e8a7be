/**
 * `npm run bench:peers [-- --seconds 5 --rounds 3 --only restate --json]`: the same durable chain of five steps and the same callback on Drover's
 * engine and on other engines, 1 and 40 at once. Each round of each engine is a process of its own, and engines take turns. Prints one
 * table: the median of the rounds, and the range where it is wider than a tenth of it. DBOS needs Debian's `postgresql`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import rootPackage from "../../package.json" with { type: "json" };
import { startDbos } from "./peers/dbos.ts";
import { startDrover } from "./peers/drover.ts";
import { startDurableFunctions } from "./peers/durable-functions.ts";
import { concurrencies, kinds, type Measured, measurePeer } from "./peers/measure-peer.ts";
import type { StartPeer } from "./peers/peer.ts";
import { startRestate } from "./peers/restate.ts";
import { median } from "./quantile.ts";

interface PeerRow {
  readonly title: string;
  readonly package: string;
  readonly start: StartPeer;
}

const peers: Readonly<Record<string, PeerRow>> = {
  drover: { title: "Drover", package: "", start: startDrover },
  restate: { title: "Restate", package: "@restatedev/restate-server", start: startRestate },
  dbos: { title: "DBOS", package: "@dbos-inc/dbos-sdk", start: startDbos },
  "durable-functions": {
    title: "AWS durable functions, local runner",
    package: "@aws/durable-execution-sdk-js-testing",
    start: startDurableFunctions,
  },
};

interface Round {
  readonly durability: string;
  readonly measured: readonly Measured[];
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
    round: { type: "string" },
  },
});

async function oneRound({ start }: PeerRow): Promise<Round> {
  const dir = mkdtempSync(path.join(tmpdir(), "peer-bench-"));
  try {
    const peer = await start(dir);
    const measured = await measurePeer(peer, Number(values.seconds));
    await peer.close();
    return { durability: peer.durability, measured };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** In a process of its own. */
function round(name: string): Round {
  const args = [
    ...process.execArgv,
    fileURLToPath(import.meta.url),
    "--round",
    name,
    "--seconds",
    values.seconds,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Round;
}

const versionOf = (name: string): string => {
  if (name === "") return rootPackage.version;
  const file = path.join(import.meta.dirname, "peers/node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
};

const shown = (figures: readonly number[], digits: number): string => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const middle = median(figures);
  const range = most - least > middle / 10 ? ` (${least.toFixed(digits)}–${most.toFixed(digits)})` : "";
  return middle.toFixed(digits) + range;
};

const columns = ["perSecond", "p50Milliseconds", "cpuMilliseconds"] as const;

function printTable(rounds: ReadonlyMap<string, readonly Round[]>): void {
  const head = ["", "engine", "executions/s", "p50 ms", "CPU ms each"];
  const table = new Table({ head, style: { head: [], border: [] } });
  const all = [...rounds].flatMap(([name, of]) => (peers[name] ? [{ ...peers[name], of }] : []));
  for (const kind of kinds)
    for (const concurrency of concurrencies)
      for (const { title, of } of all) {
        const rows = of.flatMap(({ measured }) =>
          measured.filter((row) => row.kind === kind && row.concurrency === concurrency),
        );
        const figures = columns.map((column, index) =>
          shown(
            rows.map((row) => row[column]),
            Math.min(index, 1),
          ),
        );
        table.push([`${kind}, ${concurrency} at once`, title, ...figures]);
      }
  process.stdout.write(`${table.toString()}\n`);
  for (const { title, package: name, of } of all)
    process.stdout.write(`${title} ${versionOf(name)}: ${of[0]?.durability}\n`);
}

if (values.round === undefined) {
  const rounds = new Map<string, Round[]>();
  for (let count = 0; count < Number(values.rounds); count += 1)
    for (const name of Object.keys(peers))
      if (values.only === undefined || values.only.split(",").includes(name))
        rounds.set(name, [...(rounds.get(name) ?? []), round(name)]);
  if (values.json) process.stdout.write(`${JSON.stringify(Object.fromEntries(rounds), null, 2)}\n`);
  else printTable(rounds);
} else {
  const peer = peers[values.round];
  if (peer === undefined)
    throw new Error(`no peer '${values.round}'; there are ${Object.keys(peers).join(", ")}`);
  process.stdout.write(`\n${JSON.stringify(await oneRound(peer))}\n`);
  process.exit(0);
}
