/** Android 7.0 has the first shell tools that all of this needs. */
export const leastApiLevel = 24;
/** What is newer than the newest that was tried is used all the same. */
export const newestApiLevel = 36;
