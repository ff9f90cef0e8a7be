import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { checkOuter, outerLookup } from "#shared/http/outer-address.ts";

interface ServiceCall {
  readonly url: string;
  readonly body: unknown;
  readonly timeoutMilliseconds: number;
  /** The farm's config lets agents be called where only this machine or its network can. */
  readonly mayBeLocal: boolean;
}

export interface ServiceReply {
  readonly status: number;
  readonly text: string;
}

/** Longer than five long actions with long thoughts are. */
const longestReplyBytes = 512 * 1_024;

/** One POST. Redirects are not followed: they would lead where nobody looked. @throws Error saying what was wrong */
export async function callService({
  url,
  body,
  timeoutMilliseconds,
  mayBeLocal,
}: ServiceCall): Promise<ServiceReply> {
  const target = new URL(url);
  if (!mayBeLocal) checkOuter(target);
  const text = JSON.stringify(body);
  const signal = AbortSignal.timeout(Math.max(1, timeoutMilliseconds));
  const { promise, resolve, reject } = Promise.withResolvers<ServiceReply>();
  const asked = (target.protocol === "https:" ? httpsRequest : httpRequest)(
    target,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        accept: "application/json",
        "user-agent": "drover",
      },
      signal,
      ...(mayBeLocal ? {} : { lookup: outerLookup }),
    },
    (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > longestReplyBytes)
          asked.destroy(new Error(`Its answer is longer than ${longestReplyBytes} bytes.`));
        else parts.push(part);
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
      );
      response.on("error", reject);
    },
  );
  asked.on("error", (error) => reject(signal.aborted ? new Error("It did not answer in time.") : error));
  asked.end(text);
  return promise;
}
