import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanAttributes, SpanPlace } from "#shared/contracts/farm/span-record.ts";
import type { Webhook } from "#shared/contracts/webhook/webhook.ts";
import type { DeliveryAttempt, WebhookDelivery } from "#shared/contracts/webhook/webhook-delivery.ts";
import { batchPlace, deliveryPlace, freshSpanId, jobSpanId } from "#shared/tracing/span-ids.ts";
import { traceparentOf } from "#shared/tracing/traceparent.ts";
import { defined } from "#shared/values/defined.ts";
import type { Runtime } from "../runtime/services.ts";
import { isBatchSampled } from "./new-trace.ts";

type DeliverRuntime = Runtime<"deliver-webhooks">;

/** One attempt of a delivery, while it is made. */
export interface DeliveryTrace {
  /** For its receiver, whose own spans may stand under the attempt's. */
  readonly traceparent: string;
  /** When it was made; `noted`: the delivery as it stands from then on, null when somebody else continued with it. */
  tell(made: DeliveryAttempt, noted: WebhookDelivery | null): void;
}

/**
 * A delivery is a trace: each attempt a client's call by the conventions for HTTP, under a span of the whole, which is told when it is delivered or given
 * up. It links to what it tells of, whose own trace is over. Null: nobody wants it.
 */
export async function deliveryTrace(
  webhook: Webhook,
  delivery: WebhookDelivery,
  startedAt: string,
  runtime: DeliverRuntime,
): Promise<DeliveryTrace | null> {
  const { attempts, tries } = delivery;
  const firstAt = tries === 0 ? startedAt : (attempts.at(-tries)?.at ?? startedAt);
  const whole = deliveryPlace(delivery, firstAt);
  const { about, sampled } = await aboutOf(delivery, whole, runtime);
  if (!sampled) return null;
  const { tracing, newId } = runtime;
  const spanId = freshSpanId(newId());
  const { traceId } = whole;
  return {
    traceparent: traceparentOf({ traceId, spanId, sampled }),
    tell(made, noted) {
      const { statusCode, error, milliseconds } = made;
      const begun = Date.parse(made.at);
      tracing.tell({
        ...{ traceId, spanId, parentSpanId: whole.spanId },
        name: "POST",
        kind: "client",
        ...{ startedAt: begun, endedAt: begun + milliseconds },
        attributes: {
          ...receiverOf(webhook),
          ...defined({ [at.httpStatus]: statusCode }),
          ...(delivery.tries === 0 ? {} : { [at.httpResends]: delivery.tries }),
        },
        ...defined({ errorType: error === undefined ? undefined : String(statusCode ?? "NoAnswer") }),
        links: about,
      });
      if (noted === null || noted.status === "pending") return;
      tracing.tell({
        ...whole,
        name: `webhook ${delivery.event.type}`,
        kind: "internal",
        // Sent again by hand, it begins with that.
        startedAt: Date.parse(noted.attempts.length === noted.tries ? delivery.createdAt : firstAt),
        endedAt: begun + milliseconds,
        attributes: { ...factsOf(delivery), [at.webhookTries]: noted.tries },
        ...(noted.status === "failed" ? { errorType: "failed" } : {}),
        links: about,
      });
    },
  };
}

/** The path may be as good as a password to whoever knows it. */
function receiverOf({ url }: Webhook): SpanAttributes {
  const { protocol, hostname, port, origin } = new URL(url);
  return {
    [at.httpMethod]: "POST",
    [at.urlFull]: `${origin}/REDACTED`,
    [at.serverAddress]: hostname,
    [at.serverPort]: Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

const factsOf = ({
  tenantId,
  webhookId,
  eventId,
  event: { type, data },
}: WebhookDelivery): SpanAttributes => ({
  [at.tenantId]: tenantId,
  [at.webhookId]: webhookId,
  [at.eventId]: eventId,
  [at.eventType]: type,
  ...("jobId" in data ? { [at.jobId]: data.jobId } : {}),
  ...("batchId" in data && data.batchId !== undefined ? { [at.batchId]: data.batchId } : {}),
});

interface About {
  readonly about: readonly SpanPlace[];
  readonly sampled: boolean;
}

/** The job's or the batch's span, and whether it is sent: a delivery is where what it tells of is. */
async function aboutOf(
  { tenantId, event: { data } }: WebhookDelivery,
  { traceId }: SpanPlace,
  { repositories, tracing }: DeliverRuntime,
): Promise<About> {
  if ("jobId" in data) {
    const trace = (await repositories.jobs.get(tenantId, data.jobId))?.trace;
    if (trace !== undefined)
      return {
        about: [{ traceId: trace.traceId, spanId: jobSpanId(data.jobId) }],
        sampled: trace.sampled,
      };
  } else if ("batchId" in data && data.batchId !== undefined) {
    const { batchId } = data;
    const batch = (await repositories.batches.get(tenantId, batchId)) ?? { batchId };
    return { about: [batchPlace(batch)], sampled: isBatchSampled(batch, { tracing }) };
  }
  return { about: [], sampled: tracing.samples(traceId, null) };
}
