import { useApi } from "../api/use-api.ts";

const everyMilliseconds = 60_000;

interface MoneyToday {
  readonly usd: number;
  /** False: there are more jobs under way than were looked at. */
  readonly whole: boolean;
}

/** What models cost since midnight UTC. */
export function useMoneyToday(): MoneyToday | undefined {
  const { data } = useApi("readSpending", {}, { everyMilliseconds });
  return data === undefined ? undefined : { usd: data.costUsd, whole: data.whole };
}
