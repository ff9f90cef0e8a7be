import { type PointerEvent, type ReactNode, useRef, useState, type WheelEvent } from "react";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { TapByName } from "../../parts/tap-by-name.tsx";
import { touchedElement } from "../../parts/touched-element.ts";
import { TypeForm } from "../../parts/type-form.tsx";
import { type DeviceHand, useDeviceHand } from "./use-device-hand.ts";

interface TakeOverProps {
  readonly deviceId: string;
  readonly size: ScreenSize;
  /** The screen is another one now, perhaps. */
  readonly onDone: () => void;
  /** The picture of its screen. */
  readonly children: ReactNode;
}

const scrollEveryMilliseconds = 600;

/** Mouse and keyboard of a person on a device that no job has, or whose job waits for a person. */
export function TakeOver({ deviceId, size, onDone, children }: TakeOverProps) {
  const hand = useDeviceHand(deviceId, onDone);
  const [missed, setMissed] = useState(false);
  const scrolled = useRef(0);
  const { tree, busy, act } = hand;
  const tap = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * (tree?.screen_width ?? size.width);
    const y = ((event.clientY - box.top) / box.height) * (tree?.screen_height ?? size.height);
    const element = tree && touchedElement(tree, x, y);
    setMissed(element === undefined);
    if (element !== undefined) void act({ action_type: "click", element_id: element.element_id });
  };
  const scroll = ({ deltaY, timeStamp }: WheelEvent): void => {
    if (timeStamp - scrolled.current < scrollEveryMilliseconds) return;
    scrolled.current = timeStamp;
    void act({ action_type: "scroll", direction: deltaY > 0 ? "down" : "up" });
  };
  return (
    <>
      <div className="live-stage">
        {children}
        <div
          className={busy ? "live-touch live-touch-busy" : "live-touch"}
          aria-hidden="true"
          onPointerUp={tap}
          onWheel={scroll}
        />
      </div>
      <div className="live-controls">
        <GlobalActions hand={hand} />
        <TypeForm busy={busy} onType={(text) => act({ action_type: "type", text })} />
        <TapByName
          tree={tree}
          busy={busy}
          onTap={({ element_id }) => void act({ action_type: "click", element_id })}
        />
        <p role="status" className="quiet">
          {busy && "…"}
          {!busy && missed && "No element here reacts to a tap."}
          {hand.wrong !== undefined && <ScreenText>{hand.wrong}</ScreenText>}
        </p>
        {hand.error !== null && <Failure error={hand.error} />}
      </div>
    </>
  );
}

interface OfHand {
  readonly hand: DeviceHand;
}

const globalActions = [
  { name: "BACK", label: "◁ Back" },
  { name: "HOME", label: "○ Home" },
  { name: "RECENTS", label: "□ Recents" },
] as const;

const GlobalActions = ({ hand: { act, busy } }: OfHand) => (
  <div className="by-hand-keys">
    {globalActions.map(({ name, label }) => (
      <button
        key={name}
        type="button"
        disabled={busy}
        onClick={() => void act({ action_type: "global_action", global_action: name })}
      >
        {label}
      </button>
    ))}
  </div>
);
