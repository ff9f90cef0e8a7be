import { useEffect, useState } from "react";
import type { Step } from "#shared/contracts/step/step.ts";
import { playMilliseconds } from "./film.ts";

export const speeds = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

export interface Player {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly toggle: () => void;
  readonly setSpeed: (speed: Speed) => void;
}

/** Goes from step to step as fast as the job did, within what can be watched. */
export function usePlayer(
  steps: readonly Step[],
  selected: number | undefined,
  select: (step: number) => void,
): Player {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const at = steps.findIndex(({ stepNumber }) => stepNumber === selected);
  const step = steps[at];
  const next = steps[at + 1];
  useEffect(() => {
    if (!playing) return;
    if (step === undefined || next === undefined) return setPlaying(false);
    const timer = setTimeout(() => select(next.stepNumber), playMilliseconds(step, speed));
    return () => clearTimeout(timer);
  }, [playing, speed, step, next, select]);
  const toggle = (): void => {
    const [first] = steps;
    // At the end it begins again.
    if (!playing && next === undefined && first !== undefined) select(first.stepNumber);
    setPlaying(!playing && steps.length > 1);
  };
  return { playing, speed, toggle, setSpeed };
}
