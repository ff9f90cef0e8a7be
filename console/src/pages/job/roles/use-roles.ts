import { useQueries } from "@tanstack/react-query";
import { apiQuery, useApi, useClient } from "../../../api/use-api.ts";
import type { Board, RoleSteps } from "./role-events.ts";

const everyMilliseconds = 2_000;
/** Of each role; its own page has all. */
const mostSteps = 100;

interface Roles {
  readonly board: Board | undefined;
  readonly error: Error | null;
  readonly steps: readonly RoleSteps[];
}

/** How the roles of a job stand and what each has done, asked again as long as the job continues. */
export function useRoles(jobId: string, isOver: boolean): Roles {
  const client = useClient();
  const asking = isOver ? {} : { everyMilliseconds };
  const { data: board, error } = useApi("getRoles", { id: jobId }, asking);
  const roles = board?.roles ?? [];
  const steps = useQueries({
    queries: roles.map((role) => ({
      ...apiQuery(client, "listSteps", { id: role.jobId, query: { limit: mostSteps } }),
      refetchInterval: isOver ? (false as const) : everyMilliseconds,
    })),
    combine: (found) =>
      found.map(({ data }, index) => ({
        role: roles[index]?.role ?? "",
        jobId: roles[index]?.jobId ?? "",
        steps: data?.items ?? [],
      })),
  });
  return { board, error, steps };
}
