import type { Step } from "#shared/contracts/step/step.ts";
import { type Player, type Speed, speeds } from "./use-player.ts";

interface PlayerBarProps {
  readonly player: Player;
  readonly steps: readonly Step[];
  readonly selected: number | undefined;
  readonly onMove: (by: number) => void;
}

/** Back, play, on, and how fast. */
export function PlayerBar({ player, steps, selected, onMove }: PlayerBarProps) {
  const { playing, speed, toggle, setSpeed } = player;
  const first = steps[0]?.stepNumber;
  const last = steps.at(-1)?.stepNumber;
  return (
    <div className="player">
      <button
        type="button"
        onClick={() => onMove(-1)}
        disabled={selected === first}
        aria-label="Previous step"
      >
        ◂
      </button>
      <button type="button" className="player-play" onClick={toggle} aria-label={playing ? "Pause" : "Play"}>
        {playing ? "❚❚" : "▶"}
      </button>
      <button type="button" onClick={() => onMove(1)} disabled={selected === last} aria-label="Next step">
        ▸
      </button>
      <select
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => setSpeed(Number(target.value) as Speed)}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
      <span className="player-place number">
        {selected ?? 0} / {last ?? 0}
      </span>
    </div>
  );
}
