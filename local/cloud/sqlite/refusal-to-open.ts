import { DroverError } from "#shared/errors/drover-error.ts";
import { DatabaseBusy, DatabaseVersionUnknown } from "./database.ts";

/** What a start says when the `tables` or `objects` of a directory cannot be had, and what to do. */
export function refusalToOpen(what: string, dir: string, error: unknown): DroverError {
  if (error instanceof DroverError) return error;
  const busy = error instanceof DatabaseBusy;
  const reason = error instanceof Error ? error.message : String(error);
  return new DroverError(
    "ConfigurationInvalid",
    busy
      ? `The ${what} in ${dir} are open in another process.`
      : `The ${what} in ${dir} cannot be opened: ${reason}`,
    {
      advice: [
        busy
          ? "Stop the other farm, or use another directory."
          : error instanceof DatabaseVersionUnknown
            ? "Start anew in another directory, or with the version that wrote it."
            : "Check the directory's rights and the disk's space.",
      ],
      cause: error,
    },
  );
}
