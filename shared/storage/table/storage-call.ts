import { DroverError } from "../../errors/drover-error.ts";

/** The chain of causes, outermost first. */
function* causes(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) yield at;
}

const named = (error: unknown, ...names: readonly string[]): boolean =>
  [...causes(error)].some((cause) => names.includes(cause.name));

/** A missing table, bucket or queue and a missing permission are mistakes of the deployment: no retry helps. */
const deploymentMistakes = [
  "ResourceNotFoundException",
  "NoSuchBucket",
  "AccessDenied",
  "AccessDeniedException",
  "QueueDoesNotExist",
  "AWS.SimpleQueueService.NonExistentQueue",
  "StateMachineDoesNotExist",
];

/** Whatever an AWS client threw, in our terms; `operation` completes "Could not …"; what the client said stays in the details. */
export function storageError(operation: string, error: unknown): DroverError {
  if (error instanceof DroverError) return error;
  const last = [...causes(error)].at(-1);
  const code = named(error, ...deploymentMistakes) ? "ConfigurationInvalid" : "StorageUnavailable";
  return new DroverError(code, `Could not ${operation}.`, {
    details: { operation, errorName: last?.name ?? null, reason: last?.message ?? String(error) },
    cause: error,
  });
}

export async function storageCall<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw storageError(operation, error);
  }
}

/** As storageCall; null when the write's condition did not hold, which is an answer and no error. */
export const conditionalCall = <Result>(
  operation: string,
  call: () => Promise<Result>,
): Promise<Result | null> =>
  storageCall(operation, call).catch((error: unknown) => {
    if (named(error, "ConditionalCheckFailedException")) return null;
    throw error;
  });

/** Whether what was to be written was: false when its condition did not hold. */
export const wrote = async (operation: string, write: () => Promise<unknown>): Promise<boolean> =>
  (await conditionalCall(operation, write)) !== null;

/** The item after its change; null when the condition did not hold. */
export async function changeItem<Item>(
  operation: string,
  parse: (found: unknown) => Item,
  change: () => { go(options: { readonly response: "all_new" }): Promise<{ readonly data: unknown }> },
): Promise<Item | null> {
  const changed = await conditionalCall(operation, () => change().go({ response: "all_new" }));
  return changed === null ? null : parse(changed.data);
}

/** Null when there is none. */
export async function readItem<Item>(
  operation: string,
  parse: (found: unknown) => Item,
  query: { go(options: { readonly consistent: true }): Promise<{ readonly data: unknown }> },
): Promise<Item | null> {
  const { data } = await storageCall(operation, () => query.go({ consistent: true }));
  return data === null ? null : parse(data);
}

export const listItems = async <Item>(
  operation: string,
  parse: (found: unknown) => Item,
  query: () => Promise<{ readonly data: readonly unknown[] }>,
): Promise<readonly Item[]> => (await storageCall(operation, query)).data.map((found) => parse(found));
