/** As they came; a name's case is of no matter. */
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookCheck {
  /** `whsec_…`; several while a secret is being replaced. */
  readonly secret: string | readonly string[];
  readonly headers: WebhookHeaders;
  /** The body as it came, before anybody parsed it. */
  readonly body: string;
  /** Seconds by which the clocks may differ. Absent: 300. */
  readonly toleranceSeconds?: number;
  /** Absent: the clock. */
  readonly now?: () => Date;
}

/** The request is not the farm's, or not of now: answer 401 and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

const secretPrefix = "whsec_";

/**
 * Says whether a webhook's request is from whoever knows its secret, and of now (Standard Webhooks, HMAC-SHA256 by Web Crypto). Answers its id,
 * by which a receiver drops what it has seen already. @throws WebhookRefused
 */
export async function verifyWebhook(check: WebhookCheck): Promise<string> {
  const { secret, headers, body, toleranceSeconds = 300, now = () => new Date() } = check;
  const read = (name: string): string => {
    const value = headerOf(headers, name);
    if (value === undefined) throw new WebhookRefused(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp, signature] = [
    read("webhook-id"),
    read("webhook-timestamp"),
    read("webhook-signature"),
  ];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused("The header webhook-timestamp is no time.");
  const late = Math.abs(now().getTime() / 1_000 - Number(timestamp));
  if (late > toleranceSeconds)
    throw new WebhookRefused(
      `It is of another time: ${Math.round(late)} s from now, and ${toleranceSeconds} s may be.`,
    );
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signature.split(" ").filter((one) => one.startsWith("v1,"));
  for (const one of typeof secret === "string" ? [secret] : secret)
    for (const candidate of given) if (await fits(one, candidate.slice("v1,".length), text)) return id;
  throw new WebhookRefused("No signature fits.");
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

/** Web Crypto compares in constant time. */
async function fits(secret: string, signature: string, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [key, mac] = [
    bytesOf(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret),
    bytesOf(signature),
  ];
  if (key === null || mac === null) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
  return crypto.subtle.verify("HMAC", imported, mac, text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
