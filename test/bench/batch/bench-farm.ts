import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import { type FarmFile, readFarmFile } from "#local/farm-file.ts";
import { batchRoutes } from "#shared/contracts/api/routes/batch-routes.ts";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes as allRoutes } from "#shared/contracts/api/routes/routes.ts";
import { cleanEnvironment, droverCommand } from "../../drover-command.ts";

const routes = { ...allRoutes, ...batchRoutes };
type Routes = typeof routes;
type RouteName = keyof Routes;

export interface FarmProfile {
  readonly devices: number;
  readonly deviceMilliseconds: number;
  readonly modelMilliseconds: number;
}

export interface BenchFarm {
  readonly dir: string;
  readonly file: FarmFile;
  /** A route of the API, its answer held to its contract. */
  readonly call: <Name extends RouteName>(name: Name, request?: ApiRequest) => Promise<ResponseOf<Name>>;
  close(): Promise<void>;
}

interface ApiRequest {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

type ResponseOf<Name extends RouteName> = z.output<Routes[Name]["response"]>;

const turnedAwayMilliseconds = 500;

/** A farm in processes of its own: what this bench does with the processor is none of the farm's figures. */
export async function startBenchFarm(profile: FarmProfile): Promise<BenchFarm> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-batch-"));
  const flags = {
    "--dir": dir,
    "--device-profile": profile.deviceMilliseconds || "null",
    "--devices": profile.devices,
    "--model-latency": profile.modelMilliseconds,
  };
  const child = spawn(
    process.execPath,
    [droverCommand, "up", ...Object.entries(flags).flatMap(([name, value]) => [name, String(value)])],
    // No key of a model service: the practice model answers. A profile of its parts is asked for by NODE_OPTIONS.
    {
      env: { ...cleanEnvironment, NODE_OPTIONS: process.env.NODE_OPTIONS, HOME: dir },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(dir, { recursive: true, force: true });
  };
  // Its first line comes when it is up.
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, "line"), once(child, "exit")]);
  const file = await readFarmFile(dir);
  if (file === null) {
    await close();
    throw new Error("The farm did not start.");
  }
  return { dir, file, call: callsOf(file), close };
}

export const callsOf =
  (farm: FarmFile): BenchFarm["call"] =>
  (name, request = {}) =>
    callApi(farm, name, request);

async function callApi<Name extends RouteName>(
  farm: FarmFile,
  name: Name,
  { id = "", query = {}, body }: ApiRequest,
): Promise<ResponseOf<Name>> {
  const { apiUrl, token } = farm;
  const route: Route = routes[name];
  const url = new URL(route.path.replace("{id}", id), apiUrl);
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(key, String(value));
  const request = {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  // A farm under all the load it can bear may let a look at it wait too long for a connection: that is no end of the bench.
  const response = await fetch(url, request).catch((cause: unknown) => {
    if (route.method === "GET") return fetch(url, request);
    throw cause;
  });
  const answer: unknown = await response.json();
  // Turned away under load: nothing was done yet.
  if (response.status === 429 || (response.status === 503 && response.headers.has("retry-after"))) {
    await sleep(turnedAwayMilliseconds);
    return callApi(farm, name, { id, query, body });
  }
  if (!response.ok)
    throw new Error(`${route.method} ${url.pathname}: ${response.status} ${JSON.stringify(answer)}`);
  return route.response.parse(answer) as ResponseOf<Name>;
}
