/** What waits: a whole batch between two rounds, or each of its children in its slot. */
type Looking = "round" | "child";

/** Short at first, for a quick resume; then a minute, which costs almost nothing. A child is one of many. */
const short: Readonly<Record<Looking, { readonly looks: number; readonly seconds: number }>> = {
  round: { looks: 12, seconds: 5 },
  child: { looks: 3, seconds: 10 },
};
const longSeconds = 60;

/** How long to wait between two looks at a batch that is paused, after this many looks in a row. */
export const pollInterval = (looking: Looking, looks: number): number =>
  looks < short[looking].looks ? short[looking].seconds : longSeconds;
