import { useEffect } from "react";
import { Failure } from "../parts/states/failure.tsx";

/** A page's script that did not come: the farm was away, or has been upgraded and has other scripts. */
export class LostChunk extends Error {
  override readonly name = "LostChunk";
}

/** Loads a page's script. */
export const chunk = <Module,>(load: () => Promise<Module>): (() => Promise<Module>) => {
  return () =>
    load().catch((cause: unknown) => {
      throw new LostChunk("A part of the console could not be loaded.", { cause });
    });
};

const everyMilliseconds = 1_000;
const reloadedAt = "drover.reloaded";
/** A farm that answers and lacks the script all the same is not asked for ever. */
const againMilliseconds = 30_000;

const isJustReloaded = (): boolean =>
  Date.now() - Number(window.sessionStorage.getItem(reloadedAt) ?? 0) < againMilliseconds;

/** Loads the whole page again once the farm answers: a script that failed is not loaded twice by every browser. */
export function LostChunkNotice({ error }: { readonly error: LostChunk }) {
  const gaveUp = isJustReloaded();
  useEffect(() => {
    if (gaveUp) return;
    const timer = setInterval(async () => {
      const response = await fetch("/console-config.json", { cache: "no-store" }).catch(() => null);
      if (response?.ok !== true) return;
      clearInterval(timer);
      window.sessionStorage.setItem(reloadedAt, String(Date.now()));
      window.location.reload();
    }, everyMilliseconds);
    return () => clearInterval(timer);
  }, [gaveUp]);
  return gaveUp ? (
    <Failure error={error} retry={() => window.location.reload()} />
  ) : (
    <p className="page quiet" role="status">
      The farm is not reachable. This page loads when the farm is back.
    </p>
  );
}
