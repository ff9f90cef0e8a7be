import { type PointerEvent, useRef, useState } from "react";
import type { TurnObservation } from "#shared/contracts/api/responses/turn-response.ts";
import { gestureOf, type Touch } from "./gesture.ts";
import type { Turns } from "./use-turns.ts";

interface DriveScreenProps {
  readonly observation: TurnObservation;
  readonly turns: Turns;
}

/** The screen as the turn found it: a tap, a long press or a swipe on it is the turn. */
export function DriveScreen({
  observation: { links, screen, app },
  turns: { busy, take },
}: DriveScreenProps) {
  const down = useRef<Touch>(undefined);
  const [shown, setShown] = useState<Touch>();
  // A touch is meant for what can be seen: the picture before this one takes none.
  const [seen, setSeen] = useState<string>();
  const takes = !busy && seen === links.screenshot;
  const touchOf = (event: PointerEvent<HTMLDivElement>): Touch => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
      at: event.timeStamp,
    };
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (!takes || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    down.current = touchOf(event);
    setShown(down.current);
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    const from = down.current;
    down.current = undefined;
    if (from === undefined) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    void take([gestureOf(from, touchOf(event), { width, height })]).finally(() => setShown(undefined));
  };
  const abandon = (): void => {
    down.current = undefined;
    setShown(undefined);
  };
  return (
    <div
      className="drive-screen"
      style={{ aspectRatio: `${screen.width} / ${screen.height}` }}
      data-wide={screen.width > screen.height}
    >
      {links.screenshot === undefined ? (
        <p className="quiet drive-blind">This screen cannot be shown: use the elements beside it.</p>
      ) : (
        <img
          src={links.screenshot}
          alt={`The screen of ${app?.name ?? "the device"} now`}
          draggable={false}
          onLoad={() => setSeen(links.screenshot)}
        />
      )}
      <div
        className={takes ? "drive-touch" : "drive-touch drive-busy"}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerUp={end}
        onPointerCancel={abandon}
      >
        {shown !== undefined && (
          <span className="drive-dot" style={{ left: `${shown.x * 100}%`, top: `${shown.y * 100}%` }} />
        )}
      </div>
    </div>
  );
}
