import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import { callAction } from "./api/call-action.ts";
import type { Request } from "./api/request.ts";
import { Engine } from "./engine/engine.ts";
import type { ExecutionStatusChange } from "./engine/status-change.ts";
import { type Limits, serviceLimits } from "./execution/limits.ts";
import { type Clock, systemClock } from "./execution/timer-heap.ts";
import { EngineRequestHandler } from "./http/request-handler.ts";
import { serve } from "./http/server.ts";
import { type LeaveToCall, withLeave } from "./integrations/asked-leave.ts";
import { type ClientSources, sdkServices } from "./integrations/sdk-services.ts";
import { standardIntegrations } from "./integrations/standard-integrations.ts";
import { MemoryJournal } from "./journal/memory-journal.ts";
import { type Durability, SqliteJournal } from "./journal/sqlite-journal.ts";

export interface EngineStart extends ClientSources {
  /** Folder of the journal, made when missing; null keeps everything in memory and forgets it on close. */
  readonly dataDir: string | null;
  /** What a power cut may take. Absent: `normal`, the newest commits. */
  readonly durability?: Durability;
  /** 0 or absent picks a free port; null serves no HTTP, for use through `requestHandler` or `api` alone. */
  readonly port?: number | null;
  readonly host?: "127.0.0.1" | "::1" | "localhost";
  readonly region: string;
  readonly accountId: string;
  readonly clock?: Clock;
  /** Numbers in [0, 1) for retry jitter and `$random`. */
  readonly random?: () => number;
  readonly limits?: Partial<Limits>;
  /** Asked before a task calls a service, by whoever knows what the machines' roles may do. Absent: everything. */
  readonly mayCall?: LeaveToCall;
  /**
   * Hears of every Standard execution that ended, as an EventBridge rule would, after the journal has it. At most once: of an end
   * just before this process dies nobody hears.
   */
  readonly onExecutionEnd?: (change: ExecutionStatusChange) => void;
  /** The journal lacks what was written before, in words: how much, and where the rest is kept. Without it that is said on stderr. */
  readonly onDamage?: (damage: string) => void;
  /**
   * The journal cannot be written, for instance because the disk is full, and why; null: it can again. Meanwhile nothing continues and
   * requests are refused; what was accepted is kept. Without it both are said on stderr.
   */
  readonly onStall?: (reason: string | null) => void;
  /** The engine cannot continue: its journal is damaged, or it broke its own rules. Without it the error is thrown uncaught. */
  readonly onCrash?: (error: unknown) => void;
}

export interface RunningEngine {
  readonly url: string;
  readonly port: number;
  readonly api: { call(action: string, request: Request): Promise<object> };
  /** For SDK clients in this process: `new SFNClient({ requestHandler, … })`. */
  readonly requestHandler: EngineRequestHandler;
  close(): Promise<void>;
}

/**
 * Starts an engine: reads the journal, resumes what was running, and answers the Step Functions API.
 * @throws Error when the journal is in use by another engine or the port is taken.
 */
export async function startEngine(options: EngineStart): Promise<RunningEngine> {
  const journal = openJournal(options.dataDir, options.durability);
  if ("damage" in journal && journal.damage !== null) (options.onDamage ?? say)(journal.damage);
  const sdk = sdkServices(options);
  const integrations = standardIntegrations(sdk);
  const engine = new Engine({
    region: options.region,
    accountId: options.accountId,
    journal,
    durable: options.dataDir !== null,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    uuid: randomUUID,
    token: () => `AQD${randomBytes(72).toString("base64")}`,
    limits: { ...serviceLimits, ...options.limits },
    integrations: options.mayCall === undefined ? integrations : withLeave(integrations, options.mayCall),
    s3: async () => (await sdk.s3()).client as S3Client,
    onExecutionEnd: options.onExecutionEnd,
    onStall: options.onStall ?? sayStall,
    onCrash: options.onCrash ?? throwUncaught,
  });
  const host = options.host ?? "127.0.0.1";
  try {
    const server = options.port === null ? null : await serve(engine, host, options.port ?? 0);
    const port = server?.port ?? 0;
    return {
      url: `http://${host}:${port}`,
      port,
      api: { call: (action, request) => callAction(engine, action, request) },
      requestHandler: new EngineRequestHandler(engine),
      async close() {
        await server?.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function openJournal(dataDir: string | null, durability?: Durability): SqliteJournal | MemoryJournal {
  if (dataDir === null) return new MemoryJournal();
  mkdirSync(dataDir, { recursive: true });
  return new SqliteJournal(join(dataDir, "step-functions.sqlite"), durability);
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const sayStall = (reason: string | null): void =>
  say(reason === null ? "The journal can be written again." : `${reason} It is tried again until it can.`);

/** An engine that broke its own rules must not continue as if it had not. */
function throwUncaught(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
