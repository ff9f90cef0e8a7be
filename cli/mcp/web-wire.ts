import { loopbackHost } from "@drover/aws-local/loopback-server";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";

/** A request as the web's standards have it. */
export const toRequest = ({ method, path, query, headers, body }: WireRequest): Request =>
  new Request(`http://${loopbackHost}${path}${query === "" ? "" : `?${query}`}`, {
    method,
    headers,
    ...(body.length === 0 || method === "GET" || method === "HEAD" ? {} : { body: new Uint8Array(body) }),
  });

/** A stream of events goes out as it comes, until it ends or its reader is gone; anything else is read first. */
export async function toWireResponse(
  response: Response,
  gone: AbortSignal | undefined,
): Promise<WireResponse> {
  const { status, body } = response;
  const headers = Object.fromEntries(response.headers);
  const isStream = headers["content-type"]?.startsWith("text/event-stream") ?? false;
  if (body === null || !isStream) return { status, headers, body: await response.text() };
  return { status, headers, body: "", rest: piecesOf(body, gone) };
}

async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  gone: AbortSignal | undefined,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  gone?.addEventListener("abort", leave, { once: true });
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    gone?.removeEventListener("abort", leave);
    leave();
  }
}
