import { type BatchResponse, PublicBatch } from "#shared/contracts/api/responses/batch-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { answerText, eventText } from "../events/event-text.ts";
import { SharedViews } from "../events/shared-views.ts";
import { streamResponse } from "../events/stream-response.ts";
import { versionDigest } from "../events/version-digest.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { batchView } from "./batch-routes.ts";

const pauseMilliseconds = 1_000;
const goodForMilliseconds = 250;

interface BatchNow {
  readonly batch: BatchResponse;
  /** Without what changes by the clock alone. */
  readonly digest: string;
}

const views = new SharedViews<BatchNow>(500);

/** A manifest that is being read starts it again by itself. */
const isOver = (batch: BatchResponse): boolean => hasEnded(batch) && batch.uploadId === undefined;

/** As jobEvents does: what is new since the reader's last event, and when to ask again. */
export const batchEvents: RouteHandler<Routes["batchEvents"]> = async (
  { tenantId, parameters, headers },
  runtime,
) => {
  const { id } = parameters;
  const now = runtime.now().getTime();
  const { batch, digest } = await views.view(`${tenantId}/${id}`, now, goodForMilliseconds, async () => {
    const view = await batchView(tenantId, id, runtime);
    const shown = { ...view, ...PublicBatch.parse(view) };
    const { progress: _byTheClock, ...facts } = shown;
    return { batch: shown, digest: versionDigest(facts) };
  });
  const [, count = "0", told] = /^(\d{1,9})\.([\w-]{8})$/.exec(headers["last-event-id"] ?? "") ?? [];
  const idOf = (more: number): string => `${String(Number(count) + more).padStart(6, "0")}.${digest}`;
  const changed = told === digest ? "" : eventText(idOf(1), "batch", batch);
  const end = isOver(batch) ? eventText(idOf(2), "end", { status: batch.status }) : "";
  return streamResponse(answerText(pauseMilliseconds, changed + end));
};
