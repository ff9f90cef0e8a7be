import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { type RunningHost, startHost } from "#device-host/start-host.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { SimulatedProcess } from "../world/simulated-process.ts";
import type { SimulatedCloud } from "./simulated-cloud.ts";
import { phoneSpeed } from "./usual-speed.ts";

interface HostPlace {
  /** Of the machine; its daemon is called `hostId`. */
  readonly name: string;
  readonly hostId: string;
  readonly dir: string;
  readonly devices: number;
  /** Of null devices; undefined: it has virtual phones. */
  readonly actionMilliseconds: number | undefined;
  readonly seed: number;
  readonly cloud: SimulatedCloud;
  readonly tenantId: TenantId;
  readonly configFile: string;
  readonly heard: (line: string, host: SimulatedHost) => void;
}

const plenty = 10 * 1_024 ** 3;

const phonesOf = ({ name, devices: count, dir, seed }: HostPlace): Promise<RunningPhones> =>
  new SimulatedProcess(`${name}-phones`).run(() =>
    startPhones({
      ...{ count, seed, ...phoneSpeed },
      dir: path.join(dir, "phones"),
    }),
  );

/** A machine with phones at its adb server, and the daemon beside them, which can die and be started again from its disk. */
export class SimulatedHost {
  readonly name: string;
  /** Null: its devices are null devices. */
  readonly phones: RunningPhones | null;
  readonly #place: HostPlace;
  #process: SimulatedProcess;
  #running: RunningHost | null = null;
  #starts = 0;
  isStarting = false;

  private constructor(place: HostPlace, phones: RunningPhones | null) {
    this.name = place.name;
    this.#place = place;
    this.phones = phones;
    this.#process = new SimulatedProcess(place.name);
  }

  static async start(place: HostPlace): Promise<SimulatedHost> {
    const phones = place.actionMilliseconds === undefined ? await phonesOf(place) : null;
    const host = new SimulatedHost(place, phones);
    await host.start();
    return host;
  }

  get hostId(): string {
    return this.#place.hostId;
  }

  get tenantId(): TenantId {
    return this.#place.tenantId;
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
    process.mayLosePower = true;
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
    const { dir, tenantId, hostId, devices, actionMilliseconds = 0, heard, configFile } = this.#place;
    const cloud = this.#place.cloud.known;
    await mkdir(path.join(dir, "host"), { recursive: true });
    return startHost({
      stage: cloud.stage,
      tenantId,
      hostId,
      config: await loadProjectConfig({ DROVER_CONFIG_FILE: configFile }),
      pool: "default",
      devices:
        this.phones === null
          ? { devices, actionMilliseconds }
          : { host: "127.0.0.1", port: this.phones.adbPort },
      dir: path.join(dir, "host"),
      aws: {
        region: cloud.region,
        credentials: cloud.credentials,
        endpoints: cloud.endpoints,
      },
      tableName: cloud.tableName,
      bucketName: cloud.bucketName,
      logger: jsonLineLogger(
        "debug",
        (line) => heard(line, this),
        () => new Date(),
      ),
      freeBytes: async () => (this.#process.isDiskFull ? 0 : plenty),
    });
  }

  kill(how: "process" | "power" = "process"): void {
    this.#running = null;
    this.isStarting = false;
    this.#process.kill(how);
  }

  async drain(patienceSeconds: number): Promise<void> {
    const running = this.#running;
    await this.#process.run(async () => running?.drain(patienceSeconds));
    this.#running = null;
  }
}
