import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { lookupWithin, type Reach } from "./outer-address.ts";

interface OutwardPost {
  /** Named by a caller. */
  readonly url: string;
  /** JSON. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  readonly reach: Reach;
  /** What is longer is an error, or is not read (`cut`). */
  readonly longestReplyBytes: number;
  readonly cut?: boolean;
}

export interface PostReply {
  readonly status: number;
  readonly text: string;
}

/**
 * One POST to an address that a caller named, on its own connection. Redirects are not followed: they could lead to unchecked addresses.
 * @throws Error saying what was wrong
 */
export async function postOut(post: OutwardPost): Promise<PostReply> {
  const { url, body, headers = {}, timeoutMilliseconds, reach, longestReplyBytes, cut = false } = post;
  const target = new URL(url);
  const within = lookupWithin(reach, target);
  const signal = AbortSignal.timeout(Math.max(1, timeoutMilliseconds));
  const { promise, resolve, reject } = Promise.withResolvers<PostReply>();
  const asked = (target.protocol === "https:" ? httpsRequest : httpRequest)(
    target,
    {
      method: "POST",
      agent: false,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        accept: "application/json",
        "user-agent": "drover",
        ...headers,
      },
      signal,
      ...within,
    },
    (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const end = (): void =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") });
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes <= longestReplyBytes) parts.push(part);
        else {
          // An answer that has come whole already ends well all the same: it is refused here.
          if (cut) end();
          else reject(new Error(`The response is longer than ${longestReplyBytes} bytes.`));
          asked.destroy();
        }
      });
      response.on("end", end);
      response.on("error", reject);
    },
  );
  asked.on("error", (error) => reject(signal.aborted ? new Error("It did not respond in time.") : error));
  asked.end(body);
  return promise;
}
