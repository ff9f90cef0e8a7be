import type { TableAccess } from "../table/entity-setup.ts";
import { createEventRecorder } from "./event-recorder.ts";

/** Events whose happening is no write of this storage. */
export function createWebhookEventRepository(access: TableAccess) {
  const { record } = createEventRecorder(access);
  return { record };
}
