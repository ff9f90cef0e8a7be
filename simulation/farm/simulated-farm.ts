import { writeFileSync } from "node:fs";
import path from "node:path";
import { startModelServer } from "@drover/practice-model";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { SimulatedProcess } from "../world/simulated-process.ts";
import type { World } from "../world/world.ts";
import { Operator } from "./operator.ts";
import { type Between, SimulatedCloud, tenantIds } from "./simulated-cloud.ts";
import { SimulatedHost } from "./simulated-host.ts";
import { modelMilliseconds } from "./usual-speed.ts";

interface FarmSize {
  readonly dir: string;
  readonly devices: number;
  /** How long each action of a null device takes; undefined: the devices are virtual phones. */
  readonly actionMilliseconds: number | undefined;
  /** Of the farm's one tenant; undefined: there are two tenants, and as many hosts as they need. */
  readonly hosts: number | undefined;
}

export interface SimulatedFarm {
  readonly cloud: SimulatedCloud;
  readonly hosts: readonly SimulatedHost[];
  /** One of each tenant that has a device. */
  readonly operators: readonly Operator[];
  readonly modelPort: number;
}

const phonesPerHost = 5;
const nullDevicesPerHost = 50;
/** Of so many devices the second tenant has one. */
const devicesPerOther = 3;

/** Quotas that nobody reaches: their counts are kept with the jobs. */
const config =
  "export default { quotas: { tenants: { other: { jobsQueued: 100000, jobsRunning: 10000 } } } };\n";

/** The whole farm in this process: cloud, hosts with their phones, and the practice model. `heard`: a line of a host's log. */
export async function startSimulatedFarm(
  world: World,
  size: FarmSize,
  between: Between,
  heard: (line: string, host: SimulatedHost) => void,
): Promise<SimulatedFarm> {
  const model = await new SimulatedProcess("model").run(() =>
    startModelServer({ latencyMilliseconds: modelMilliseconds }),
  );
  const configFile = path.join(size.dir, "drover.config.mjs");
  writeFileSync(configFile, config);
  const cloud = new SimulatedCloud({ dir: size.dir, model, between, configFile });
  await cloud.start();
  const others = size.hosts === undefined ? Math.floor(size.devices / devicesPerOther) : 0;
  const hosts: SimulatedHost[] = [];
  const operators: Operator[] = [];
  for (const [tenantId, devices] of [
    [tenantIds[0], size.devices - others],
    [tenantIds[1], others],
  ] as const) {
    if (devices === 0) continue;
    const operator = new Operator(tenantId, await cloud.tokenFor(tenantId), () => cloud.known, world.time);
    await operator.ask("POST", "/v1/pools", { pool: "default" });
    operators.push(operator);
    const settings = { world, configFile, cloud, heard, tenantId, devices, size };
    hosts.push(...(await hostsOf(settings, hosts.length)));
  }
  return { cloud, hosts, operators, modelPort: Number(new URL(model.url).port) };
}

interface TenantHosts {
  readonly world: World;
  readonly configFile: string;
  readonly cloud: SimulatedCloud;
  readonly heard: (line: string, host: SimulatedHost) => void;
  readonly tenantId: TenantId;
  readonly devices: number;
  readonly size: FarmSize;
}

/** Tenants know nothing of each other, so their hosts have the same names, and their devices the same serials. */
async function hostsOf(
  { world, configFile, cloud, heard, tenantId, devices, size }: TenantHosts,
  others: number,
): Promise<SimulatedHost[]> {
  const { actionMilliseconds } = size;
  const perHost = actionMilliseconds === undefined ? phonesPerHost : nullDevicesPerHost;
  const count = size.hosts ?? Math.ceil(devices / perHost);
  const hosts: SimulatedHost[] = [];
  for (let at = 0; at < count; at += 1) {
    const hostId = `host-${at + 1}`;
    const name = `${tenantId}-${hostId}`;
    hosts.push(
      await SimulatedHost.start({
        ...{ name, hostId, tenantId, cloud, actionMilliseconds, heard, configFile },
        devices: Math.ceil((devices - at) / count),
        seed: (world.seed % 1e6) * 1_000 + (others + at) * 100,
        dir: path.join(size.dir, name),
      }),
    );
  }
  return hosts;
}
