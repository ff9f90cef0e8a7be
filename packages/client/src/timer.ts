/** Ends after the time, or when the signal is aborted. */
export const timer = (milliseconds: number, signal?: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const ended = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(ended);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
