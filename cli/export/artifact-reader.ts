import { everyItem } from "#shared/values/every-item.ts";
import type { ApiClient } from "../api-client.ts";
import { readLinkIfThere } from "../read-link.ts";

/** Links are good for five minutes. */
const linkMilliseconds = 240_000;

interface Listed {
  readonly at: number;
  readonly links: ReadonlyMap<string, string>;
}

/** Reads artifacts by their keys through the links that the API gives, which it asks for again before they expire. */
export class ArtifactReader {
  readonly #api: ApiClient;
  readonly #now: () => number;
  /** Of the job that is read now, whose steps may name the screens of another. */
  readonly #listed = new Map<string, Listed>();

  constructor(api: ApiClient, now: () => number = Date.now) {
    this.#api = api;
    this.#now = now;
  }

  async keys(jobId: string): Promise<readonly string[]> {
    return [...(await this.#links(jobId)).keys()];
  }

  /** Null: it is not stored (any more). */
  async read(key: string): Promise<Uint8Array | null> {
    const [, jobId] = /^tenants\/[^/]+\/jobs\/([^/]+)\//.exec(key) ?? [];
    if (jobId === undefined) return null;
    const link = (await this.#links(jobId)).get(key);
    return link === undefined ? null : readLinkIfThere(link, "An artifact");
  }

  async #links(jobId: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#listed.get(jobId);
    if (known !== undefined && this.#now() - known.at < linkMilliseconds) return known.links;
    const links = new Map<string, string>();
    const at = this.#now();
    for await (const { key, links: given } of everyItem((cursor) => this.#api.artifacts(jobId, cursor)))
      if (given.artifact !== undefined) links.set(key, given.artifact);
    if (this.#listed.size > 20) this.#listed.clear();
    this.#listed.set(jobId, { at, links });
    return links;
  }
}
