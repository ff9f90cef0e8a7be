import "./status-line.css";
import { useApi } from "../api/use-api.ts";
import { moneyText } from "../parts/format.ts";

interface MoneyToday {
  readonly usd: number;
  /** False: more jobs run than were read. */
  readonly whole: boolean;
}

/** What models cost since midnight UTC. */
function useMoneyToday(): MoneyToday | undefined {
  const { data } = useApi("readSpending", {}, { everyMilliseconds: 60_000 });
  return data === undefined ? undefined : { usd: data.costUsd, whole: data.whole };
}

const everyMilliseconds = 5_000;

/** What the farm does now, on every page. */
export function StatusLine() {
  const running = useApi("listJobs", { query: { status: "running", limit: 100 } }, { everyMilliseconds });
  const devices = useApi("listDevices", { query: { limit: 100 } }, { everyMilliseconds });
  const farm = useApi("readFarm", {}, { everyMilliseconds });
  const money = useMoneyToday();
  const free = devices.data?.items.filter(({ state }) => state === "ready").length ?? 0;
  const more = (answer: { readonly nextCursor?: string | undefined } | undefined): string =>
    answer?.nextCursor === undefined ? "" : "+";
  const silent = running.isError && devices.isError;
  return (
    <footer className="status-line">
      <span>
        {running.data?.items.length ?? "–"}
        {more(running.data)} running
      </span>
      <span>
        {devices.data === undefined ? "–" : free} of {devices.data?.items.length ?? "–"}
        {more(devices.data)} devices free
      </span>
      {money !== undefined && (
        <span>
          {money.whole ? "" : "over "}
          {moneyText(money.usd)} today
        </span>
      )}
      {farm.data?.stopped === true && <strong className="status-stopped">farm stopped</strong>}
      {farm.data?.problem !== undefined && (
        <strong className="status-stopped">no new work: {farm.data.problem}</strong>
      )}
      <span className={`status-live ${silent ? "status-silent" : ""}`} role="status">
        {silent ? "not reachable" : "live"}
        <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
          <circle cx="4" cy="4" r="4" />
        </svg>
      </span>
    </footer>
  );
}
