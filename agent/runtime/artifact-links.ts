import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Services } from "./services.ts";

const linkSeconds = 300;

type NamedKeys = Readonly<Record<string, string | null | undefined>>;

/**
 * Makes links for the keys that are there, within one request and after its tenant was checked; never stored
 * (docs/security.md rule 6). A key is signed once: the screen after one step is the screen before the next.
 */
export function artifactLinker(tenantId: TenantId, { artifacts }: Pick<Services, "artifacts">) {
  const signed = new Map<string, Promise<string>>();
  const linkTo = (key: string): Promise<string> => {
    const link = signed.get(key) ?? artifacts.link(tenantId, key, linkSeconds);
    signed.set(key, link);
    return link;
  };
  return async (keys: NamedKeys): Promise<Record<string, string>> => {
    const links = await Promise.all(
      Object.entries(keys).map(async ([name, key]) =>
        key === null || key === undefined ? [] : [[name, await linkTo(key)] as const],
      ),
    );
    return Object.fromEntries(links.flat());
  };
}
