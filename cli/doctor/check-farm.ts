import * as z from "zod";
import type { FarmFile } from "#local/farm-file.ts";
import { createApiClient } from "../api-client.ts";
import { because } from "../terminal/because.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const Health = z.object({ problem: z.string().optional() });

/** The API, the device host and the devices, as a user of the farm meets them. */
export async function checkFarm(farm: FarmFile): Promise<readonly Finding[]> {
  return [...(await checkApi(farm)), await checkHost(farm)];
}

async function checkApi(farm: FarmFile): Promise<readonly Finding[]> {
  try {
    const client = createApiClient(farm);
    const [{ items }, { stopped, stoppedAt, reason, problem }] = await Promise.all([
      client.devices({ limit: 100 }),
      client.farm(),
    ]);
    const stop = warn(
      "api",
      `${farm.apiUrl}; all jobs were stopped at ${stoppedAt}: ${reason}`,
      "Run 'drover resume'.",
    );
    const switched = stopped ? stop : ok("api", farm.apiUrl);
    const api =
      problem === undefined
        ? switched
        : fail(
            "api",
            `${farm.apiUrl} takes no new jobs: ${problem}`,
            "It continues by itself when this is fixed.",
          );
    const out = items.filter(({ state }) => ["offline", "quarantined", "degraded"].includes(state));
    if (items.length === 0)
      return [
        api,
        fail("devices", "none are registered", "Attach one, or start virtual phones with 'drover up'."),
      ];
    const usable = `${items.length - out.length} of ${items.length} usable`;
    if (out.length === 0) return [api, ok("devices", usable)];
    const why = out.map(
      (device) => `${device.deviceId} ${device.state}: ${device.stateReason ?? "no reason given"}`,
    );
    return [api, warn("devices", `${usable}; ${why.join("; ")}`, "See 'drover devices'.")];
  } catch (error) {
    return [fail("api", because(error), "Restart the farm with 'drover up'.")];
  }
}

async function checkHost(farm: FarmFile): Promise<Finding> {
  try {
    const response = await fetch(new URL("/health", farm.host.url), {
      headers: { authorization: `Bearer ${farm.host.token}` },
      signal: AbortSignal.timeout(5_000),
    });
    const { hostId, url } = farm.host;
    if (!response.ok)
      return fail(
        "host",
        `${hostId} answers ${response.status}`,
        "See logs/host.log in the farm's directory.",
      );
    const { problem } = Health.parse(await response.json());
    return problem === undefined
      ? ok("host", `${hostId} at ${url}`)
      : fail("host", `${hostId} takes no new jobs: ${problem}`, "It continues by itself when this is fixed.");
  } catch (error) {
    return fail("host", because(error), "See logs/host.log in the farm's directory, then restart the farm.");
  }
}
