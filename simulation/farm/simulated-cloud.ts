import { rmSync } from "node:fs";
import path from "node:path";
import { decodeJwt } from "jose";
import { openFarmKey } from "#local/cloud/api-gateway/farm-key.ts";
import { issueToken } from "#local/cloud/api-gateway/farm-token.ts";
import type { CloudPorts } from "#local/cloud/cloud-ports.ts";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import type { BeforeService } from "#local/cloud/start-services.ts";
import { practiceChoice } from "#local/model-choice.ts";
import { Retention } from "#shared/contracts/farm/retention.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { type JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { asInvocation } from "../faults/function-faults.ts";
import { SimulatedProcess } from "../world/simulated-process.ts";
import { inProcessServices } from "./in-process-services.ts";

/** The network is its own, so all are free: none is drawn. */
const ports: CloudPorts = {
  ...{ objectsAndQueues: 4_001, dynamodb: 4_002, stepFunctions: 4_003, lambda: 4_004, api: 4_005 },
  ...{ secretsManager: 4_006, scheduler: 4_007 },
};

/** Whose the farm is, and who else uses it. */
export const tenantIds = [TenantId.parse("local"), TenantId.parse("other")] as const;

/** What stands between parts of the farm, where faults come from. */
export interface Between {
  readonly service: BeforeService;
  readonly tables: (tables: TableClient) => TableClient;
}

type StepPage = Parameters<Repositories["steps"]["list"]>[2];

interface CloudPlace {
  readonly dir: string;
  readonly model: { readonly url: string; readonly apiKey: string; readonly model: string };
  readonly between: Between;
  readonly configFile: string;
}

/** Cloud and functions in one process, as a farm of one machine has them: it can die, and continues from its disk. */
export class SimulatedCloud {
  readonly #place: CloudPlace;
  #process = new SimulatedProcess("cloud");
  #cloud: Cloud | null = null;
  #tables: TableClient | null = null;
  /** The farm's own record, without what stands before it. */
  readonly repositories: Repositories;
  /** By the ids of jobs that were acknowledged. */
  readonly owners = new Map<string, TenantId>();

  constructor(place: CloudPlace) {
    this.#place = place;
    const send = (command: never): Promise<unknown> => {
      if (this.#tables === null) throw new Error("The farm has asked for no table yet.");
      return this.#tables.send(command);
    };
    this.repositories = createRepositories({
      dynamodb: { send: send as TableClient["send"] },
      tableName: "drover",
      retention: Retention.parse({}),
      now: () => new Date(),
    });
  }

  /** As it was when it started last: its addresses and its token outlive it. */
  get known(): Cloud {
    if (this.#cloud === null) throw new Error("The cloud has not started yet.");
    return this.#cloud;
  }

  get process(): SimulatedProcess {
    return this.#process;
  }

  get isRunning(): boolean {
    return this.#cloud !== null && !this.#process.isDead;
  }

  /** `repositories` can be read: not while it is dead, nor after a start until its functions have asked for their table. */
  get isReadable(): boolean {
    return this.isRunning && this.#tables !== null;
  }

  ownerOf(jobId: string): TenantId {
    return this.owners.get(jobId) ?? tenantIds[0];
  }

  /** A job's steps as they are stored: the workload's jobs have fewer than fit into one page. */
  async stepsOf(jobId: string, page: StepPage = { limit: 100 }): Promise<readonly Step[]> {
    const { items } = await this.repositories.steps.list(this.ownerOf(jobId), jobId as JobId, page);
    return items;
  }

  /** A token of a tenant, as whoever runs the farm would issue it. */
  async tokenFor(tenantId: TenantId): Promise<string> {
    const { token } = this.known;
    if (tenantId === tenantIds[0]) return token;
    const key = await openFarmKey(path.join(this.#place.dir, "cloud"));
    const { iss = "", aud = "", scope, iat = 0, exp = 0 } = decodeJwt(token);
    const grant = { tenantId, scopes: String(scope).split(" "), lifetimeSeconds: exp - iat };
    return issueToken(key, { ...grant, issuer: iss, audience: String(aud) }, new Date());
  }

  async start(): Promise<void> {
    const { dir, model, between } = this.#place;
    const process = new SimulatedProcess("cloud");
    process.clockOffsetMilliseconds = this.#process.clockOffsetMilliseconds;
    const started = await process.run(() =>
      startCloud({
        dir: path.join(dir, "cloud"),
        ports,
        tenantId: tenantIds[0],
        model: practiceChoice(model, model.model),
        startServices: inProcessServices(between.service),
        configFile: this.#place.configFile,
        aroundFunction: asInvocation,
        webhooksToLoopback: true,
        beforeTables: (client) => {
          this.#tables = client;
          return between.tables(client);
        },
      }),
    );
    this.#process = process;
    this.#cloud = started;
  }

  kill(): void {
    this.#process.kill();
    this.#tables = null;
    // Its holder lives on as far as the lock can tell: the simulator's process is everybody's.
    rmSync(path.join(this.#place.dir, "cloud", "lock"), { force: true });
  }
}
