/** The tenant of a user in Drover's own user pool: the deployment writes it, and the pool's trigger reads it. */

/** Of a person: without `custom:`, which Cognito puts before it. */
export const tenantAttributeName = "tenant";
export const tenantAttribute = `custom:${tenantAttributeName}`;

/** Of the API: its scopes are `drover/jobs:read` and so on. */
export const apiResource = "drover";
/** For machines: the scope `tenant/acme` assigns a client to acme, and grants nothing by itself. */
export const tenantResource = "tenant";

/** The tenant that a scope stands for; undefined: it is one of the API, or another's. */
export const tenantOfScope = (scope: string): string | undefined =>
  scope.startsWith(`${tenantResource}/`) ? scope.slice(tenantResource.length + 1) : undefined;
