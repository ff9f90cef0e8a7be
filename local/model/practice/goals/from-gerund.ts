import { isDeed } from "./split-task.ts";

/** "turning" as "turn", "setting" as "set", "deleting" as "delete"; undefined where it is not the word for a deed. */
export function fromGerund(word: string): string | undefined {
  const stem = /^([a-z]{2,})ing$/i.exec(word)?.[1]?.toLowerCase();
  if (stem === undefined) return undefined;
  const single = /([bdgklmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return [stem, `${stem}e`, ...single].find((base) => isDeed(base) || /^(?:make|keep|leave)$/.test(base));
}
