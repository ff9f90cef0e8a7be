import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LinkedApp } from "#shared/contracts/device/app-source.ts";
import { largestFileBytes } from "#shared/contracts/session/session-call.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { checkOuter, outerLookup } from "#shared/http/outer-address.ts";

const mostRedirects = 5;

interface Fetching {
  /** The farm's config lets links lead where only this machine or its network can go. */
  readonly mayBeLocal: boolean;
  readonly signal: AbortSignal;
}

/** What a link to an app leads to. Its own words are in no error: they are anybody's. @throws AppUnusable */
export async function fetchApp({ url, sha256 }: LinkedApp, fetching: Fetching): Promise<Buffer> {
  const bytes = await followed(new URL(url), fetching).catch((error: unknown) => {
    const why = fetching.signal.aborted ? "It did not arrive in time." : wordsOf(error);
    throw new DroverError("AppUnusable", `The app could not be fetched from its link: ${why}`);
  });
  const found = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== undefined && found !== sha256)
    throw new DroverError("AppUnusable", `The app's SHA-256 differs from the given one: ${found}.`);
  return bytes;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Each address on the way is held to the same rule. */
async function followed(from: URL, fetching: Fetching): Promise<Buffer> {
  let target = from;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!fetching.mayBeLocal) checkOuter(target);
    const response = await asked(target, fetching);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return bodyOf(response);
    response.destroy();
    if (statusCode < 300 || statusCode > 308 || headers.location === undefined)
      throw new Error(`It answers ${statusCode}.`);
    target = new URL(headers.location, target);
    if (!/^https?:$/.test(target.protocol)) throw new Error("It does not lead to a web address.");
  }
  throw new Error(`It has more than ${mostRedirects} redirects.`);
}

function asked(target: URL, { mayBeLocal, signal }: Fetching): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const ask = target.protocol === "https:" ? httpsRequest : httpRequest;
  const options = {
    headers: { accept: "*/*", "user-agent": "drover" },
    signal,
    ...(mayBeLocal ? {} : { lookup: outerLookup }),
  };
  ask(target, options, resolve).on("error", reject).end();
  return promise;
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > largestFileBytes)
      throw new Error(`It is larger than ${Math.floor(largestFileBytes / 1_048_576)} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
