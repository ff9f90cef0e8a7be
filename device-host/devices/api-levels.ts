/** Android 7.0 has the first shell tools that all of this needs. */
export const leastApiLevel = 24;
/** Levels newer than the newest that was tried are used as well. */
export const newestApiLevel = 36;
