import { StartRefused } from "../start-refused.ts";
import { DatabaseBusy, DatabaseVersionUnknown } from "./database.ts";

/** What a start says when the `tables` or `objects` of a directory cannot be had, and what to do. */
export function refusalToOpen(what: string, dir: string, error: unknown): StartRefused {
  if (error instanceof StartRefused) return error;
  const busy = error instanceof DatabaseBusy;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartRefused(
    busy
      ? `The ${what} in ${dir} are open in another process.`
      : `The ${what} in ${dir} cannot be opened: ${reason}`,
    busy
      ? "Stop the other process, or use another directory."
      : error instanceof DatabaseVersionUnknown
        ? "Start anew in another directory, or with the version that wrote it."
        : isDamaged(error)
          ? "The file is damaged. Put back a copy of the directory, or move it away to begin anew: what it holds is lost then."
          : "Check the directory's rights and the disk's space.",
    { cause: error },
  );
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && [11, 26].includes(Number(error.errcode) & 0xff);
