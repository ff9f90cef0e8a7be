/** Of the HTTP API as a whole: how many requests a second pass over time, and how many at once. */
export const apiThrottle = { rateLimit: 100, burstLimit: 200 } as const;
