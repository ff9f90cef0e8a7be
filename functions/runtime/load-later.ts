/** The names of the methods that return a stream. */
export type Streams<Of> = {
  [Name in keyof Of]: Of[Name] extends (...given: never[]) => AsyncGenerator<unknown> ? Name : never;
}[keyof Of];

/** The part that is usable before it is loaded: its methods are asynchronous anyway. */
type AskedLater<Of> = {
  readonly [Name in keyof Of]: (...given: never[]) => Promise<unknown> | AsyncGenerator<unknown>;
};

type Method<Answer> = (...given: unknown[]) => Answer;
type Methods<Answer> = Readonly<Record<string, Method<Answer>>>;

/**
 * Something that is loaded at its first use, so that a function that never uses it never loads its code. The argument names the
 * methods that return a stream.
 */
export function loadLater<Of extends AskedLater<Of>>(
  load: () => Promise<Of>,
  streams: { readonly [Name in Streams<Of>]: "stream" },
): Of {
  let loading: Promise<unknown> | undefined;
  const loaded = async <Answer>(): Promise<Methods<Answer>> => {
    // A failed load is retried.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return (await loading) as Methods<Answer>;
  };
  const streamOf = (name: string): Method<AsyncGenerator<unknown>> =>
    async function* (...given) {
      yield* (await loaded<AsyncGenerator<unknown>>())[name]?.(...given) ?? [];
    };
  const answerOf =
    (name: string): Method<Promise<unknown>> =>
    async (...given) =>
      (await loaded<Promise<unknown>>())[name]?.(...given);
  const made = new Map<string, unknown>();
  return new Proxy({} as Of, {
    get: (_, name) => {
      // Nobody awaits it itself.
      if (typeof name === "symbol" || name === "then") return undefined;
      const known = made.get(name) ?? (name in streams ? streamOf(name) : answerOf(name));
      made.set(name, known);
      return known;
    },
  });
}
