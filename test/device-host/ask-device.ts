import { ulid } from "ulid";
import { hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { hostId, stage, tenantId } from "../shared/storage/sample-records.ts";
import type { TestFarm } from "./start-test-farm.ts";

/** What the API asks of a device for a person; answers the reply's body. */
export async function askDevice(
  farm: TestFarm,
  deviceId: DeviceId,
  request: DeviceRequest["request"],
): Promise<Record<string, unknown>> {
  const requestId = ulid();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const message = { schemaVersion: 1, kind: "request", tenantId, deviceId, requestId, expiresAt, request };
  await farm.send(hostQueueName(stage, tenantId, hostId), message);
  for (;;) {
    const reply = await farm.repositories.deviceReplies.get(tenantId, requestId, new Date().toISOString());
    if (reply !== null) return JSON.parse(reply.body) as Record<string, unknown>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
