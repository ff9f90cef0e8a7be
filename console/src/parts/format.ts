export { durationText } from "#shared/text/duration-text.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** To the cent: `$0.42`; what is less than half a cent and not nothing is `<$0.01`. */
export function moneyText(usd: number): string {
  if (usd > 0 && usd < 0.005) return "<$0.01";
  return dollars.format(usd);
}

/** In thousands: `48k`, `1.2M`; below a thousand as it is. */
export function tokensText(tokens: number): string {
  if (tokens < 1_000) return whole.format(tokens);
  if (tokens < 999_500)
    return `${tokens < 9_950 ? (tokens / 1_000).toFixed(1).replace(/\.0$/, "") : Math.round(tokens / 1_000)}k`;
  return `${(tokens / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

export const countText = (count: number): string => whole.format(count);

/** `81.3 %`. */
export const shareText = (share: number): string => `${(share * 100).toFixed(1).replace(/\.0$/, "")} %`;

/** `2026-11-22 07:40:12 UTC`. */
export const utcText = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** `now`, `12 s ago`, `4 min ago`, `3 h ago`, `5 d ago`; what lies ahead is `in 4 min`. */
export function relativeText(iso: string, nowMilliseconds: number): string {
  const away = nowMilliseconds - Date.parse(iso);
  const text = roughly(Math.abs(away) / 1_000);
  if (text === "now") return text;
  return away >= 0 ? `${text} ago` : `in ${text}`;
}

function roughly(seconds: number): string {
  if (seconds < 5) return "now";
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
