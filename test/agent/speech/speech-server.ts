import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface HeardRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  /** Of a form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
  /** Of JSON. */
  readonly json?: Record<string, unknown>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A service with OpenAI's wire for speech: forms at /audio/transcriptions, recordings in /chat/completions. */
export async function startSpeechServer(answer: (request: HeardRequest) => Answer) {
  const requests: HeardRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const reply = ({ status, body }: Answer): void => {
      outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    // The list of models, which vLLM may leave empty.
    if (incoming.method === "GET") return reply({ status: 200, body: { object: "list", data: [] } });
    const request = await readRequest(incoming.url ?? "", incoming.headers, Buffer.concat(chunks));
    requests.push(request);
    reply(answer(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type SpeechServer = Awaited<ReturnType<typeof startSpeechServer>>;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

async function readRequest(path: string, headers: Headers, body: Buffer): Promise<HeardRequest> {
  const { authorization, "content-type": type } = headers;
  const common = { path, authorization: String(authorization) };
  if (!String(type).startsWith("multipart/form-data"))
    return { ...common, fields: {}, json: JSON.parse(body.toString()) };
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": String(type) },
  }).formData();
  const fields: Record<string, string> = {};
  let file: HeardRequest["file"];
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") fields[name] = value;
    else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { ...common, fields, ...(file === undefined ? {} : { file }) };
}

/** What OpenAI's own transcribing models answer. */
export const transcription = (text: string): Answer => ({
  status: 200,
  body: { text, usage: { type: "tokens", input_tokens: 40, output_tokens: 10, total_tokens: 50 } },
});
