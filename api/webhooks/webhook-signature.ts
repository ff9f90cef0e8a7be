import { createHmac } from "node:crypto";

interface Signed {
  readonly eventId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The prefix of a webhook's secret; base64 follows (https://www.standardwebhooks.com). */
export const secretPrefix = "whsec_";

/** The request's headers by Standard Webhooks; each secret makes a signature, and one that fits is enough. */
export function signatureHeaders(
  secrets: readonly string[],
  signed: Signed,
): Readonly<Record<string, string>> {
  const { eventId, timestamp, body } = signed;
  const text = `${eventId}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  });
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
