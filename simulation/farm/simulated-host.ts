import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { type RunningHost, startHost } from "#device-host/start-host.ts";
import { SimulatedProcess } from "../world/simulated-process.ts";
import type { SimulatedCloud } from "./simulated-cloud.ts";

interface HostPlace {
  readonly name: string;
  readonly dir: string;
  readonly devices: number;
  readonly seed: number;
  readonly cloud: SimulatedCloud;
  readonly tenantId: string;
  readonly log: (line: string) => void;
}

/** As `drover phones` makes them unless told otherwise. */
const rebootMilliseconds = 20_000;
const plenty = 10 * 1_024 ** 3;

/** A machine with phones at its adb server, and the daemon beside them, which can die and be started again from its disk. */
export class SimulatedHost {
  readonly name: string;
  readonly phones: RunningPhones;
  readonly #place: HostPlace;
  #process: SimulatedProcess;
  #running: RunningHost | null = null;
  #starts = 0;
  isStarting = false;

  private constructor(place: HostPlace, phones: RunningPhones) {
    this.name = place.name;
    this.#place = place;
    this.phones = phones;
    this.#process = new SimulatedProcess(place.name);
  }

  static async start(place: HostPlace): Promise<SimulatedHost> {
    const machine = new SimulatedProcess(`${place.name}-phones`);
    const phones = await machine.run(() =>
      startPhones({
        count: place.devices,
        dir: path.join(place.dir, "phones"),
        seed: place.seed,
        rebootMilliseconds,
        latency: "emulator",
      }),
    );
    const host = new SimulatedHost(place, phones);
    await host.start();
    return host;
  }

  get process(): SimulatedProcess {
    return this.#process;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const offset = this.#process.clockOffsetMilliseconds;
    const process = new SimulatedProcess(`${this.name}#${this.#starts}`);
    process.clockOffsetMilliseconds = offset;
    this.#process = process;
    this.isStarting = true;
    try {
      const running = await process.run(() => this.#startHost());
      if (!process.isDead) this.#running = running;
    } finally {
      this.isStarting = false;
    }
  }

  async #startHost(): Promise<RunningHost> {
    const { dir, tenantId, name, log } = this.#place;
    const cloud = this.#place.cloud.known;
    await mkdir(path.join(dir, "host"), { recursive: true });
    return startHost({
      stage: cloud.stage,
      tenantId,
      hostId: name,
      pool: "default",
      devices: { host: "127.0.0.1", port: this.phones.adbPort },
      dir: path.join(dir, "host"),
      aws: {
        region: cloud.region,
        credentials: cloud.credentials,
        endpoints: cloud.endpoints,
      },
      tableName: cloud.tableName,
      bucketName: cloud.bucketName,
      logger: jsonLineLogger("info", log, () => new Date()),
      freeBytes: async () => plenty,
    });
  }

  kill(): void {
    this.#running = null;
    this.isStarting = false;
    this.#process.kill();
  }

  async drain(patienceSeconds: number): Promise<void> {
    const running = this.#running;
    await this.#process.run(async () => running?.drain(patienceSeconds));
    this.#running = null;
  }
}
