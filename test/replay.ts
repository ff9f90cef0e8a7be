import { request as httpRequest } from "node:http";

/** A request as it stood when it was signed. */
export interface SignedRequest {
  readonly method: string;
  readonly port: number;
  /** With the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends it over a socket, its target and headers exactly as they are. */
export function sent(signed: SignedRequest): Promise<Reply> {
  const { method, port, target, body } = signed;
  const headers = { ...signed.headers, "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

interface SdkRequest {
  readonly method: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request handler of the SDK that keeps what it is given and sends nothing. */
export function recorder() {
  let kept: SignedRequest | undefined;
  return {
    handler: {
      metadata: { handlerProtocol: "http/1.1" },
      handle(request: SdkRequest): Promise<never> {
        kept = asSigned(request);
        return Promise.reject(new Error("recorded"));
      },
      updateHttpClientConfig() {},
      httpHandlerConfigs: () => ({}),
    },
    /** What the call would have sent. */
    async of(call: Promise<unknown>): Promise<SignedRequest> {
      await call.then(
        () => undefined,
        () => undefined,
      );
      if (!kept) throw new Error("the SDK sent nothing");
      return kept;
    },
  };
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function asSigned(request: SdkRequest): SignedRequest {
  const query = Object.entries(request.query ?? {}).flatMap(([name, value]) =>
    [value ?? ""].flat().map((one) => `${encoded(name)}=${encoded(one)}`),
  );
  const { body } = request;
  return {
    method: request.method,
    port: request.port ?? 0,
    target: query.length === 0 ? request.path : `${request.path}?${query.join("&")}`,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body:
      body instanceof Uint8Array
        ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
        : Buffer.from(typeof body === "string" ? body : ""),
  };
}
