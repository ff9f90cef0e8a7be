/** Kept to a billionth of a dollar, so that sums stay short: the cheapest token that Drover knows costs ten of them. */
export const roundUsd = (usd: number): number => Number(usd.toFixed(9));
