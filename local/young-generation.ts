/**
 * Of a process or thread that works for many jobs at once. What these leave for the garbage collector fills whatever room it has, up to 128 MiB
 * on a large machine, and is worth keeping for nothing (docs/performance.md).
 */
export const semiSpaceMebibytes = 4;

/** V8's young generation has three of them. */
export const youngGenerationMebibytes = 3 * semiSpaceMebibytes;
