import { stageOf } from "#agent/environment/stage-of.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Webhook } from "#shared/contracts/webhook/webhook.ts";
import type { DeliveryAttempt, WebhookDelivery } from "#shared/contracts/webhook/webhook-delivery.ts";
import { WebhookReach } from "#shared/contracts/webhook/webhook-reach.ts";
import { InnerAddress } from "#shared/http/outer-address.ts";
import { postOut } from "#shared/http/post-out.ts";
import { defined } from "#shared/values/defined.ts";
import { createWebhookSecrets } from "./webhook-secrets.ts";
import { signatureHeaders } from "./webhook-signature.ts";

const timeoutMilliseconds = 10_000;
/** Nobody reads it: whatever a receiver answers besides its status. */
const longestReplyBytes = 8 * 1_024;

interface Attempted {
  readonly startedAt: Date;
  /** Absent: no trace. */
  readonly traceparent?: string | undefined;
}

/** One POST of the event, signed as of now. What went wrong is the attempt's; nothing that a receiver answers is kept but its status. */
export async function attempt(
  webhook: Webhook,
  { event }: WebhookDelivery,
  { startedAt, traceparent }: Attempted,
  runtime: Runtime<"deliver-webhooks">,
): Promise<DeliveryAttempt> {
  const attemptOf = (rest: Partial<DeliveryAttempt>): DeliveryAttempt => ({
    at: startedAt.toISOString(),
    milliseconds: Math.max(0, runtime.now().getTime() - startedAt.getTime()),
    ...rest,
  });
  try {
    const secrets = createWebhookSecrets(await runtime.clients.secretsManager(), stageOf(runtime));
    const body = JSON.stringify(event);
    const timestamp = Math.floor(startedAt.getTime() / 1_000);
    const signed = { eventId: event.id, timestamp, body };
    const headers = {
      ...signatureHeaders(await secrets.signing(webhook, startedAt), signed),
      ...defined({ traceparent }),
    };
    const reach = WebhookReach.parse(runtime.environment.DROVER_WEBHOOK_REACH);
    const post = {
      url: webhook.url,
      body,
      headers,
      timeoutMilliseconds,
      reach,
      longestReplyBytes,
      cut: true,
    };
    const { status } = await postOut(post);
    if (status >= 200 && status < 300) return attemptOf({ statusCode: status });
    const redirected = status >= 300 && status < 400 ? " Redirects are not followed." : "";
    return attemptOf({ statusCode: status, error: `The response was ${status}.${redirected}` });
  } catch (error) {
    return attemptOf({ error: sentenceOf(error) });
  }
}

/** Of OpenSSL, and Node's own of another name: https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes */
const certificateCodes = /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA/;
/** Node's hint for whoever started the process, which does not help the reader. */
const nodesAdvice = /; if the root CA is installed locally.*$/;

function sentenceOf(error: unknown): string {
  if (error instanceof InnerAddress) return `Not sent: ${error.message}.`.slice(0, 300);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = (error instanceof Error ? error.message : String(error)).replace(nodesAdvice, "");
  const what = certificateCodes.test(code) ? "Its certificate was not accepted: " : "";
  return `${what}${message}${code === "" ? "" : ` (${code})`}`.slice(0, 300);
}
