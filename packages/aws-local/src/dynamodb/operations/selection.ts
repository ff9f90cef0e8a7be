import type { DocumentPath } from "../expressions/document-path.ts";
import { oneOf } from "../parameters.ts";
import { invalidParameter, validationError } from "../service-error.ts";
import type { Table, TableIndex } from "../store/table.ts";

export const selection = oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES");
export type Selection = ReturnType<typeof selection> | undefined;

/** Whether what is selected goes with the rest of the request. @throws ValidationException */
export function checkSelection(
  select: Selection,
  index: TableIndex | undefined,
  projection: readonly DocumentPath[] | undefined,
  verb: "Querying" | "Scanning",
): void {
  if (select === "SPECIFIC_ATTRIBUTES" && projection === undefined)
    throw validationError(
      "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
    );
  if (projection !== undefined && select !== undefined && select !== "SPECIFIC_ATTRIBUTES")
    throw validationError(
      `Cannot specify the ProjectionExpression when choosing to get ${select === "COUNT" ? "only the Count" : select}`,
    );
  if (select === "ALL_PROJECTED_ATTRIBUTES" && index === undefined)
    throw validationError(`ALL_PROJECTED_ATTRIBUTES can be used only when ${verb} using an IndexName`);
  if (index === undefined || index.isLocal || index.projected === undefined) return;
  if (select === "ALL_ATTRIBUTES")
    throw invalidParameter(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
  const { projected } = index;
  const missing = (projection ?? []).map(([head]) => head).filter((name) => !projected.has(name));
  if (missing.length > 0)
    throw invalidParameter(`Global secondary index ${index.name} does not project [${missing.join(", ")}]`);
}

/** A local index fetches from the table what it does not hold itself. */
export function readsWholeItems(
  select: Selection,
  index: TableIndex | undefined,
  projection: readonly DocumentPath[] | undefined,
): boolean {
  if (index?.projected === undefined) return true;
  const { projected } = index;
  return (
    index.isLocal &&
    (select === "ALL_ATTRIBUTES" || (projection ?? []).some(([head]) => !projected.has(head)))
  );
}

/** @throws ValidationException */
export function indexOf(
  table: Table,
  name: string | undefined,
  consistent: boolean | undefined,
): TableIndex | undefined {
  if (name === undefined) return undefined;
  const index = table.indexes.find((one) => one.name === name);
  if (index === undefined) throw validationError(`The table does not have the specified index: ${name}`);
  if (!index.isLocal && consistent)
    throw validationError("Consistent reads are not supported on global secondary indexes");
  return index;
}
