/**
 * V8's semi-spaces, of a process or thread that works for many jobs at once. Garbage fills whatever room they have, up to 128 MiB on a large
 * machine; small ones cost a few percent of processor time (docs/performance.md).
 */
const semiSpaceMebibytes = 4;

/** For a process. */
export const smallYoungGeneration = `--max-semi-space-size=${semiSpaceMebibytes}`;

/** For a thread. The young generation has three semi-spaces. */
export const youngGenerationMebibytes = 3 * semiSpaceMebibytes;
