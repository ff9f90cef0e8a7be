import { DroverError } from "./drover-error.ts";

/** What a server of @drover/aws-local throws when it cannot start, known by its name: the core imports no package. */
interface StartRefused extends Error {
  readonly advice: readonly string[];
  readonly port: number | undefined;
}

const isStartRefused = (error: unknown): error is StartRefused =>
  error instanceof Error && error.name === "StartRefused";

/** That as an error of ours, with the port in its details; everything else as it is. */
export function fromStartRefused(error: unknown): unknown {
  if (!isStartRefused(error)) return error;
  const { message, advice, port, cause } = error;
  const details = port === undefined ? {} : { port };
  return new DroverError("ConfigurationInvalid", message, { advice, details, cause });
}
