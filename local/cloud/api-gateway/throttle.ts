export interface ThrottleRates {
  /** Requests a second, over time. */
  readonly rateLimit: number;
  /** As many at once. */
  readonly burstLimit: number;
}

/**
 * API Gateway's throttle, a token bucket over all callers of a route. Says whether one more request may pass.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export function createThrottle({ rateLimit, burstLimit }: ThrottleRates, clock: () => Date): () => boolean {
  let left = burstLimit;
  let filledAt = clock().getTime();
  return () => {
    const now = clock().getTime();
    left = Math.min(burstLimit, left + (Math.max(0, now - filledAt) / 1_000) * rateLimit);
    filledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
