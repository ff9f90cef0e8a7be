import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }).optional(),
});
const KeyValue = z.object({ key: z.string(), value: Value });
const id = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
/** OTLP/HTTP's JSON, as far as spans go. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(KeyValue) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: id(32),
              spanId: id(16),
              parentSpanId: id(16).optional(),
              name: z.string().min(1),
              kind: z.number(),
              startTimeUnixNano: z.string().regex(/^\d+$/),
              endTimeUnixNano: z.string().regex(/^\d+$/),
              attributes: z.array(KeyValue),
              links: z.array(z.object({ traceId: id(32), spanId: id(16) })).default([]),
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly isError: boolean;
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly service: string;
}

/** A collector that takes OTLP over HTTP, as JSON, and remembers what it got. */
export async function startOtlpReceiver(answer: () => number | "silent" = () => 200) {
  const spans: ReceivedSpan[] = [];
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] =
    [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent = Buffer.concat(parts);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    const status = answer();
    if (status === "silent") return;
    if (status === 200 && request.headers["content-type"] === "application/json")
      spans.push(...spansOf(Export.parse(JSON.parse(body.toString()))));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

const spansOf = ({ resourceSpans }: z.infer<typeof Export>): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(
        ({ startTimeUnixNano, endTimeUnixNano, parentSpanId, status, links, attributes, ...span }) => ({
          ...span,
          parentSpanId,
          start: Number(BigInt(startTimeUnixNano) / 1_000_000n),
          end: Number(BigInt(endTimeUnixNano) / 1_000_000n),
          isError: status.code === 2,
          links: links.map(({ spanId }) => spanId),
          attributes: valuesOf(attributes),
          service: String(valuesOf(resource.attributes)["service.name"]),
        }),
      ),
    ),
  );

const valuesOf = (attributes: readonly z.infer<typeof KeyValue>[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.boolValue ??
        value.doubleValue ??
        value.arrayValue?.values.map(({ stringValue }) => stringValue) ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );

/** A host sets its clock by its server's answers: the two agree to so much, as do those of two machines at best. */
const clocksApartMilliseconds = 25;

/** What is wrong with one trace, a sentence each: an orphan, a second root, a span twice, a child outside of its parent's time. */
export function traceFaults(spans: readonly ReceivedSpan[], rootParent?: string): readonly string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === rootParent);
  const faults = [];
  if (roots.length !== 1) faults.push(`${roots.length} roots`);
  if (byId.size !== spans.length) faults.push(`${spans.length - byId.size} spans came twice`);
  for (const { name, parentSpanId, start, end } of spans) {
    if (end < start) faults.push(`${name} ends before it begins`);
    if (parentSpanId === rootParent) continue;
    const parent = byId.get(parentSpanId ?? "");
    if (parent === undefined) faults.push(`${name} has no parent`);
    else if (start < parent.start - clocksApartMilliseconds || end > parent.end + clocksApartMilliseconds)
      faults.push(
        `${name} (${start - parent.start}..${end - parent.start}) is not within ${parent.name} (0..${parent.end - parent.start})`,
      );
  }
  return faults;
}
