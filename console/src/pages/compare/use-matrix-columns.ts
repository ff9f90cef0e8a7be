import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { apiQuery, useClient } from "../../api/use-api.ts";
import { mostCompared } from "./compared.ts";
import type { MatrixFigures } from "./task-matrix.ts";

/** One batch with one of its models or agents. */
export interface MatrixColumn {
  readonly batchId: string;
  readonly name: string;
  readonly variant: string;
  readonly rate: number | null;
  readonly tasks: readonly MatrixFigures[];
}

/** `ids`: the same list as long as they are the same. */
export function useMatrixColumns(ids: readonly string[]) {
  const client = useClient();
  const combine = useCallback(
    (found: UseQueryResult<BatchStatistics>[]) => {
      const all = found.flatMap(({ data }, at) => columnsOf(ids[at] ?? "", data));
      return {
        columns: all.slice(0, mostCompared),
        left: Math.max(0, all.length - mostCompared),
        isPending: found.some((one) => one.isPending && !one.isError),
        error: found.find(({ error }) => error !== null)?.error ?? null,
      };
    },
    [ids],
  );
  return useQueries({ queries: ids.map((id) => apiQuery(client, "batchStatistics", { id })), combine });
}

const columnsOf = (batchId: string, statistics: BatchStatistics | undefined): readonly MatrixColumn[] =>
  (statistics?.variants ?? []).map(({ variant, statistics: { success } }) => ({
    batchId,
    name: statistics?.name ?? "",
    variant,
    rate: success.rate,
    tasks: (statistics?.tasks ?? []).filter((task) => task.variant === variant),
  }));
