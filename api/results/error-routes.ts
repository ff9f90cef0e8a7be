import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import type { ErrorGroup } from "#shared/contracts/api/error-groups.ts";
import type { ErrorResponse } from "#shared/contracts/api/responses/error-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { RouteHandler } from "../http/http-route.ts";
import {
  describeGroup,
  facetsOf,
  fitsErrorFilter,
  groupErrors,
  isOfGroup,
  sampleOf,
} from "./error-groups.ts";

type LinksTo = ReturnType<typeof artifactLinker>;

const errorLinks = ({ screenshotKey, hierarchyKey }: ErrorSnapshot, linksTo: LinksTo) =>
  linksTo({ screenshot: screenshotKey, hierarchy: hierarchyKey });

export const listErrors: RouteHandler<Routes["listErrors"]> = async ({ tenantId, query }, runtime) => {
  const { limit, cursor, jobId, from, to, groupId, ...filter } = query;
  const { errors } = runtime.repositories;
  const asked = Object.entries({ ...filter, groupId, jobId, from, to }).filter(
    ([, value]) => value !== undefined,
  );
  const fits = (error: ErrorSnapshot): boolean =>
    (jobId === undefined || error.jobId === jobId) &&
    fitsErrorFilter(error, filter) &&
    (groupId === undefined || isOfGroup(error, groupId));
  const isOfJobAlone = asked.length === 1 && jobId !== undefined;
  const page = await (isOfJobAlone
    ? errors.pageByJob(tenantId, jobId, { limit, cursor })
    : errors.list(tenantId, {
        limit,
        cursor,
        within: { from, to },
        ...(asked.length === 0
          ? {}
          : { fits, name: asked.map(([name, value]) => `/${name}=${value}`).join("") }),
      }));
  const linksTo = artifactLinker(tenantId, runtime);
  const items = await Promise.all(
    page.items.map(
      async (error): Promise<ErrorResponse> => ({ ...error, links: await errorLinks(error, linksTo) }),
    ),
  );
  return { ...page, items };
};

/** So many of the newest are grouped: some tenths of a second. */
const mostGrouped = 2_000;
const pageSize = 100;

export const listErrorGroups: RouteHandler<Routes["listErrorGroups"]> = async (
  { tenantId, query },
  runtime,
) => {
  const { from, to, ...filter } = query;
  const found: ErrorSnapshot[] = [];
  let cursor: string | undefined;
  let examined = 0;
  do {
    const page = await runtime.repositories.errors.list(tenantId, {
      limit: pageSize,
      cursor,
      within: { from, to },
    });
    found.push(...page.items.filter((error) => fitsErrorFilter(error, filter)));
    examined += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && examined < mostGrouped);
  const linksTo = artifactLinker(tenantId, runtime);
  const groups = groupErrors(found).map(async (group): Promise<readonly ErrorGroup[]> => {
    const sample = sampleOf(group);
    if (sample === undefined) return [];
    const described = describeGroup(group, sample);
    return [{ ...described, sample: { ...described.sample, links: await errorLinks(sample, linksTo) } }];
  });
  return {
    items: (await Promise.all(groups)).flat(),
    facets: facetsOf(found),
    errors: found.length,
    truncated: cursor !== undefined,
  };
};
