/**
 * Requests a second over time, and at once. Public routes each have their own share, so that whoever asks without a token takes none of
 * a caller's; what is left is far above what a tenant may ask, so that one does not take another's
 * (docs/decisions/0246-requests-are-counted-by-tenant.md).
 */
export const apiThrottle = { rateLimit: 1_000, burstLimit: 1_000 } as const;
export const publicRouteThrottle = { rateLimit: 50, burstLimit: 100 } as const;

/** The most requests of a tenant in each window, over all callers and tokens. A function counts `counted` of them at once. */
export const tenantThrottle = { windowSeconds: 10, requests: 1_000, counted: 10 } as const;
