import { stat } from "node:fs/promises";
import type { ExportFilter } from "#shared/contracts/result/export.ts";
import type { ExportSource } from "#shared/rules/export/export-source.ts";
import { findFarm } from "../find-farm.ts";
import { sourceFromApi } from "./source-from-api.ts";
import { sourceFromFile } from "./source-from-file.ts";

/** A job or batch of the farm by its id or name, or one that left a farm by its file. */
export async function findSource(named: string, filter: ExportFilter, dir: string): Promise<ExportSource> {
  // No name of a batch has a slash or ends so; where it may be both, it is the farm's.
  const mayBeFile = /[/\\]|\.(?:zip|json)$/i.test(named);
  const isFile =
    mayBeFile &&
    (await stat(named).then(
      (found) => found.isFile(),
      () => false,
    ));
  if (isFile) return sourceFromFile(named, filter);
  return sourceFromApi(await findFarm(dir), named, filter);
}
