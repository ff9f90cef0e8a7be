import { durationText, moneyText, relativeText, tokensText, utcText } from "./format.ts";
import { useNow } from "./now.ts";

/** How long ago, with the exact time on hover and for machines. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={utcText(at)}>
      {relativeText(at, now)}
    </time>
  );
}

/** US dollars to the cent, the whole of it on hover. */
export function Money({ usd }: { readonly usd: number }) {
  return <span title={`${usd} US dollars`}>{moneyText(usd)}</span>;
}

export function Tokens({ count }: { readonly count: number }) {
  return <span title={`${count} tokens`}>{tokensText(count)}</span>;
}

export function Duration({ milliseconds }: { readonly milliseconds: number }) {
  return <span title={`${Math.round(milliseconds)} ms`}>{durationText(milliseconds)}</span>;
}

/** Between a beginning and an end; of what has not ended, until now. */
export function Elapsed({ from, to }: { readonly from: string; readonly to?: string | undefined }) {
  const now = useNow();
  const end = to === undefined ? now : Date.parse(to);
  return <Duration milliseconds={Math.max(0, end - Date.parse(from))} />;
}

/** In a table; its word stands where the table stacks and has no headers. */
export function Steps({ count }: { readonly count: number }) {
  return (
    <>
      {count}
      <span className="stacked-word"> {count === 1 ? "step" : "steps"}</span>
    </>
  );
}
