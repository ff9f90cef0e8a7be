import { LinkProblem } from "./link-problem.ts";
import { timer } from "./timer.ts";

export interface LinkOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long nothing may come; absent: 60,000. */
  readonly deadlineMilliseconds?: number;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** How a pause is made before it is asked again; absent: by a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** What a link of the API leads to. */
export interface OpenedLink {
  readonly contentType: string;
  /** In bytes; undefined: storage did not say. */
  readonly size: number | undefined;
  /** Its bytes as they come. Throws LinkProblem when they end early and no retry helps. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Gives its rest up. */
  readonly close: () => Promise<void>;
}

const most = 3;
const usualDeadlineMilliseconds = 60_000;
const firstPauseMilliseconds = 200;

/**
 * Opens a link to an artifact, a result or a file: a stream that continues where it was when its connection is lost (Range). Throws
 * LinkProblem: `isGone` when it is not stored (any more), `isOver` when the link's time is over and another has to be asked for.
 */
export async function openLink(link: string, options: LinkOptions = {}): Promise<OpenedLink> {
  const first = await opened(link, options, 0, null);
  const { headers } = first;
  const length = headers.get("content-length");
  const part = new Part(link, options, first);
  return {
    contentType: headers.get("content-type") ?? "",
    size: length === null || headers.has("content-encoding") ? undefined : Number(length),
    body: new ReadableStream({
      pull: (controller) => part.next(controller),
      cancel: () => part.cancel(),
    }),
    close: () => part.cancel(),
  };
}

/** Of what is stored, what has come so far and the connection that brings the rest. */
class Part {
  readonly #link: string;
  readonly #options: LinkOptions;
  readonly #etag: string | null;
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  #bytes = 0;
  #lost = 0;

  constructor(link: string, options: LinkOptions, first: Response) {
    this.#link = link;
    this.#options = options;
    this.#etag = first.headers.get("etag");
    this.#reader = first.body?.getReader();
  }

  async next(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (;;) {
      try {
        const read = await within(this.#reader?.read() ?? ended, this.#options);
        if (read.done) return controller.close();
        this.#bytes += read.value.byteLength;
        return controller.enqueue(read.value);
      } catch (error) {
        await this.#goOn(error);
      }
    }
  }

  async cancel(): Promise<void> {
    await this.#reader?.cancel().catch(() => undefined);
  }

  async #goOn(error: unknown): Promise<void> {
    await this.cancel();
    const { signal } = this.#options;
    this.#lost += 1;
    // Without its tag the rest might be another's.
    if (signal?.aborted || this.#etag === null || this.#lost > most) throw lost(error);
    const next = await opened(this.#link, this.#options, this.#bytes, this.#etag);
    this.#reader = next.body?.getReader();
  }
}

const ended = Promise.resolve({ done: true, value: undefined } as const);

async function opened(
  link: string,
  options: LinkOptions,
  from: number,
  etag: string | null,
): Promise<Response> {
  const { fetch: ask = fetch, signal, wait = timer } = options;
  const headers = from === 0 || etag === null ? {} : { range: `bytes=${from}-`, "if-match": etag };
  for (let failed = 0; ; failed += 1) {
    const answer = await within(ask(link, { headers, ...(signal ? { signal } : {}) }), options).catch(lost);
    if (answer instanceof Response && answer.status === (from === 0 ? 200 : 206)) return answer;
    const problem = answer instanceof Response ? await refused(answer) : answer;
    if (!problem.isPassing || failed >= most || signal?.aborted) throw problem;
    await wait(firstPauseMilliseconds * 2 ** failed, signal);
  }
}

async function refused(answer: Response): Promise<LinkProblem> {
  await answer.body?.cancel().catch(() => undefined);
  return new LinkProblem(`The link answered ${answer.status}.`, { status: answer.status });
}

const lost = (cause: unknown): LinkProblem => new LinkProblem("The link's connection was lost.", { cause });

/** Throws when nothing came for too long. */
async function within<T>(answer: Promise<T>, options: LinkOptions): Promise<T> {
  const { deadlineMilliseconds = usualDeadlineMilliseconds } = options;
  let ends: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    ends = setTimeout(
      () => reject(new Error(`Nothing came for ${deadlineMilliseconds / 1000} s.`)),
      deadlineMilliseconds,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(ends));
}
