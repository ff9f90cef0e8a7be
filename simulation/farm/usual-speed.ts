/** What a call of a small model takes. */
export const modelMilliseconds = 1_500;

/** As `drover phones` makes them unless told otherwise. */
export const phoneSpeed = { rebootMilliseconds: 20_000, latency: "emulator" } as const;
