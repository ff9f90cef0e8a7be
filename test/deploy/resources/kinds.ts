import { accessKinds } from "./access.ts";
import { computeKinds } from "./compute.ts";
import { httpApiKinds } from "./http-api.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { storageKinds } from "./storage.ts";
import { workflowKinds } from "./workflow.ts";

/** Every kind that a rehearsal makes. */
export const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  ...storageKinds,
  ...accessKinds,
  ...computeKinds,
  ...workflowKinds,
  ...httpApiKinds,
};
