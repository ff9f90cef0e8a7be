import type { ErrorResponse } from "#shared/contracts/api/error-response.ts";
import type { Routes } from "#shared/contracts/api/routes.ts";
import type { RouteHandler } from "../runtime/http-route.ts";
import { artifactLinker } from "./artifact-links.ts";
import { currentDevices } from "./current-devices.ts";

export const listErrors: RouteHandler<Routes["listErrors"]> = async ({ tenantId, query }, runtime) => {
  const { errors } = runtime.repositories;
  const { jobId } = query;
  const page = await (jobId === undefined
    ? errors.list(tenantId, query)
    : errors.pageByJob(tenantId, jobId, query));
  const linksTo = artifactLinker(tenantId, runtime);
  const items = await Promise.all(
    page.items.map(async (error): Promise<ErrorResponse> => {
      const keys = { screenshot: error.screenshotKey, hierarchy: error.hierarchyKey };
      return { ...error, links: await linksTo(keys) };
    }),
  );
  return { ...page, items };
};

export const listDevices: RouteHandler<Routes["listDevices"]> = async ({ tenantId, query }, runtime) => {
  const page = await runtime.repositories.devices.list(tenantId, query);
  return { ...page, items: await currentDevices(page.items, runtime) };
};
