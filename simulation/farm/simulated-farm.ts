import path from "node:path";
import { startModelServer } from "@drover/practice-model";
import { SimulatedProcess } from "../world/simulated-process.ts";
import type { World } from "../world/world.ts";
import { type Between, SimulatedCloud, tenantId } from "./simulated-cloud.ts";
import { SimulatedHost } from "./simulated-host.ts";

interface FarmSize {
  readonly dir: string;
  readonly devices: number;
  /** On how many machines the devices are. */
  readonly hosts: number;
}

export interface SimulatedFarm {
  readonly cloud: SimulatedCloud;
  readonly hosts: readonly SimulatedHost[];
  readonly modelPort: number;
}

/** What a call of a small model takes. */
const modelMilliseconds = 1_500;

/** The whole farm in this process: cloud, hosts with their phones, and the practice model. `heard`: a line of somebody's log. */
export async function startSimulatedFarm(
  world: World,
  size: FarmSize,
  between: Between,
  heard: (line: string) => void,
): Promise<SimulatedFarm> {
  const model = await new SimulatedProcess("model").run(() =>
    startModelServer({ latencyMilliseconds: modelMilliseconds }),
  );
  const cloud = new SimulatedCloud({ dir: size.dir, model, between, log: heard });
  await cloud.start();
  const hosts: SimulatedHost[] = [];
  for (let at = 0; at < size.hosts; at += 1) {
    const name = `host-${at + 1}`;
    const devices = Math.ceil((size.devices - at) / size.hosts);
    const seed = (world.seed % 1e6) * 1_000 + at * 100;
    const place = { name, devices, seed, dir: path.join(size.dir, name), log: heard, tenantId };
    hosts.push(await SimulatedHost.start({ ...place, cloud }));
  }
  return { cloud, hosts, modelPort: Number(new URL(model.url).port) };
}
