/** How Drover's own user pool says whose somebody is: the deployment writes it, and the pool's trigger reads it. */

/** Of a person: without `custom:`, which Cognito puts before it. */
export const tenantAttributeName = "tenant";
export const tenantAttribute = `custom:${tenantAttributeName}`;

/** Of the API: its scopes are `drover/jobs:read` and so on. */
export const apiResource = "drover";
/** Of machines: the scope `tenant/acme` says that a client is acme's, and grants nothing by itself. */
export const tenantResource = "tenant";

/** The tenant that a scope stands for; undefined: it is one of the API, or another's. */
export const tenantOfScope = (scope: string): string | undefined =>
  scope.startsWith(`${tenantResource}/`) ? scope.slice(tenantResource.length + 1) : undefined;
