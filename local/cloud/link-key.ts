import type { WireRequest } from "#shared/http/wire.ts";

/** All that the key may do which signs links: its id is in each of them. */
export const readsAnObject = ({ method, path }: Pick<WireRequest, "method" | "path">): boolean =>
  (method === "GET" || method === "HEAD") && /^\/[^/]+\/./.test(path);

/** And all that a form may do which it signed: put a manifest that is not read yet. */
export const isManifestUpload = (path: string): boolean => /^\/[^/]+\/uploads\/./.test(path);
