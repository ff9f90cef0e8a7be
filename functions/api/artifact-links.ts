import type { TenantId } from "#shared/contracts/ids.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

const linkSeconds = 300;

/** Links for the keys that are there; issued after the tenant was checked, never stored (security.md rule 6). */
export async function artifactLinks(
  tenantId: TenantId,
  keys: Readonly<Record<string, string | null | undefined>>,
  { artifacts }: RuntimeServices,
): Promise<Record<string, string>> {
  const linked = await Promise.all(
    Object.entries(keys).map(async ([name, key]) =>
      key === null || key === undefined
        ? []
        : [[name, await artifacts.link(tenantId, key, linkSeconds)] as const],
    ),
  );
  return Object.fromEntries(linked.flat());
}
