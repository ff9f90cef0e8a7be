import type { MessagePort } from "node:worker_threads";
import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";

/** A body as it crosses: bytes of their own, which move instead of being copied again, or a text. */
type Sent<Message> = Omit<Message, "body" | "gone" | "rest"> & { readonly body: Uint8Array | string };

type Question =
  | { readonly id: number; readonly service: string; readonly request: Sent<WireRequest> }
  /** Whoever asked does not wait any more. */
  | { readonly id: number; readonly gone: true };

type Answer =
  | { readonly id: number; readonly response: Sent<WireResponse> }
  | { readonly id: number; readonly failure: string };

type Port = Pick<MessagePort, "postMessage" | "on">;

/** Services of another thread, which `serveOverPort` answers for there. */
export function wiresOverPort<Name extends string>(
  port: Port,
  names: readonly Name[],
): Readonly<Record<Name, WireService>> {
  const waiting = new Map<number, PromiseWithResolvers<WireResponse>>();
  let lastId = 0;
  port.on("message", (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("failure" in answer) asked?.reject(new Error(answer.failure));
    else asked?.resolve({ ...answer.response, body: bodyOf(answer.response) });
  });
  const ask = (service: Name, { gone, ...request }: WireRequest): Promise<WireResponse> => {
    lastId += 1;
    const id = lastId;
    const asked = Promise.withResolvers<WireResponse>();
    waiting.set(id, asked);
    const body = moved(request.body);
    port.postMessage({ id, service, request: { ...request, body } } satisfies Question, buffersOf(body));
    if (gone === undefined) return asked.promise;
    const leave = (): void => port.postMessage({ id, gone: true } satisfies Question);
    if (gone.aborted) leave();
    else gone.addEventListener("abort", leave, { once: true });
    return asked.promise.finally(() => gone.removeEventListener("abort", leave));
  };
  const services = names.map((name) => [name, (request: WireRequest) => ask(name, request)]);
  return Object.fromEntries(services) as Record<Name, WireService>;
}

/** The other end. A service has no `rest` to give: its answers are whole. */
export function serveOverPort(port: Port, services: Readonly<Record<string, WireService>>): void {
  const underWay = new Map<number, AbortController>();
  const answer = async (id: number, service: string, request: Sent<WireRequest>): Promise<void> => {
    const gone = new AbortController();
    underWay.set(id, gone);
    try {
      const whole = { ...request, body: Buffer.from(bodyOf(request)), gone: gone.signal };
      const { rest: _, ...response } = await serviceOf(services, service)(whole);
      const body = moved(response.body);
      port.postMessage({ id, response: { ...response, body } } satisfies Answer, buffersOf(body));
    } catch (error) {
      port.postMessage({ id, failure: String(error) } satisfies Answer);
    } finally {
      underWay.delete(id);
    }
  };
  port.on("message", (question: Question) => {
    if ("gone" in question) underWay.get(question.id)?.abort();
    else void answer(question.id, question.service, question.request);
  });
}

function serviceOf(services: Readonly<Record<string, WireService>>, name: string): WireService {
  const service = services[name];
  if (service === undefined) throw new Error(`There is no service ${name} in this thread.`);
  return service;
}

/** A Buffer is often a part of a larger one, which would go with it. */
const moved = (body: Buffer | string): Uint8Array<ArrayBuffer> | string =>
  typeof body === "string" ? body : new Uint8Array(body);

const buffersOf = (body: Uint8Array<ArrayBuffer> | string): ArrayBuffer[] =>
  typeof body === "string" ? [] : [body.buffer];

const bodyOf = ({ body }: { readonly body: Uint8Array | string }): Buffer | string =>
  typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
