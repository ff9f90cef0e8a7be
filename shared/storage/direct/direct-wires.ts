import { Agent, type IncomingMessage, type RequestOptions, request as startRequest } from "node:http";
import type { WireResponse, WireService } from "../../http/wire.ts";
import { requestSigner, type Signer } from "./sign-request.ts";

interface SignedWire extends Signer {
  /** `http://…` */
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
}

/** Called as a request leaves; what it gives is called with the date that the answer has. */
type Listener = () => (date: string | undefined) => void;

/** Signed requests over connections that stay open. */
export class DirectWires {
  /** Hears of every exchange. */
  listener: Listener | null = null;
  readonly #agent: Agent;

  constructor(maxSockets: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets, scheduling: "lifo" });
  }

  /** Rejects when no whole answer comes, in time. */
  to({ endpoint, timeoutMilliseconds, ...signer }: SignedWire): WireService {
    const sign = requestSigner(signer);
    const { hostname, port, host } = new URL(endpoint);
    return async ({ method, path, headers, body, gone }) => {
      const signed = sign({ method, path, headers: { ...headers, host }, body }, new Date());
      const heard = this.listener?.();
      const answer = await exchange(
        { agent: this.#agent, hostname, port, method, path, headers: signed, timeout: timeoutMilliseconds },
        { body, gone },
      );
      heard?.(answer.headers.date as string | undefined);
      return answer;
    };
  }

  destroy(): void {
    this.#agent.destroy();
  }
}

const exchange = (
  options: RequestOptions & { readonly headers: Record<string, string> },
  { body, gone }: { readonly body: Buffer; readonly gone: AbortSignal | undefined },
): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    if (body.length > 0) options.headers["content-length"] = String(body.length);
    const request = startRequest({ ...options, ...(gone === undefined ? {} : { signal: gone }) });
    request.once("response", (response) => read(response, resolve, reject));
    request.once("timeout", () => request.destroy(new Error("The service did not respond in time.")));
    request.on("error", reject);
    request.end(body.length > 0 ? body : undefined);
  });

function read(
  response: IncomingMessage,
  resolve: (answer: WireResponse) => void,
  reject: (error: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  response.on("error", reject);
  response.once("end", () => {
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers as Record<string, string>,
      body,
    });
  });
}
