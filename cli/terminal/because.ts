/** Why it failed, in the words of the cause when there is one: `fetch failed` says nothing. */
export const because = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message
      : error.message
    : String(error);
