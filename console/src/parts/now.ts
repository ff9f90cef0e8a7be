import { useSyncExternalStore } from "react";

const tickMilliseconds = 5_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page: every relative time moves on together, and none moves alone. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMilliseconds);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What time it is, in milliseconds since 1970, each five seconds again. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
