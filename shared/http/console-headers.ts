/** Names of files that carry a hash of their content: they never change. */
export const isHashedAsset = (path: string): boolean => path.startsWith("/assets/");

/**
 * The headers of the console's page, from the farm and from CloudFront. `asked` are the other origins that the page may
 * ask: where artifacts lie, and who signs people in. Nothing on it runs but its own files (docs/security.md rule 8).
 */
export function consoleHeaders(asked: { readonly artifacts: string; readonly signIn?: readonly string[] }) {
  const { artifacts, signIn = [] } = asked;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${["'self'", artifacts, ...signIn].join(" ")}`,
    `img-src 'self' blob: data: ${artifacts}`,
    `media-src ${artifacts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup: the browser itself refuses innerHTML.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  } as const;
}

const yearSeconds = 365 * 24 * 3_600;

/** The page itself is revalidated each time by its ETag; its assets are cached permanently. */
export const consoleCaching = (path: string): string =>
  isHashedAsset(path) ? `public, max-age=${yearSeconds}, immutable` : "no-cache";
