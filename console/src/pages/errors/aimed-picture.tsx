import "../../job-view/screen-view.css";
import { useState } from "react";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { marksOf, type TouchMark } from "../../job-view/touch-marks.ts";
import { TouchOverlay } from "../../job-view/touch-overlay.tsx";

interface AimedPictureProps {
  readonly link: string | undefined;
  /** What was being tried, as JSON. */
  readonly attempted: string | undefined;
  readonly alt: string;
  /** The text where there is no picture. */
  readonly missing: string;
}

/** A screen with what was tried on it drawn where it was aimed. */
export function AimedPicture({ link, attempted, alt, missing }: AimedPictureProps) {
  const [size, setSize] = useState<ScreenSize>();
  const [broken, setBroken] = useState<string>();
  if (link === undefined || broken === link) return <div className="aimed aimed-none quiet">{missing}</div>;
  const marks = aimsOf(attempted);
  return (
    <div className="aimed">
      <div className="aimed-frame">
        <img
          src={link}
          alt={alt}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => setBroken(link)}
        />
        {size !== undefined && marks.length > 0 && (
          <TouchOverlay size={size} marks={marks} personMarks={[]} />
        )}
      </div>
    </div>
  );
}

/** Stored cut when it is long: what cannot be read then is not drawn. */
function aimsOf(attempted: string | undefined): readonly TouchMark[] {
  if (attempted === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(attempted);
    const actions = Array.isArray(parsed) ? parsed : [parsed];
    return actions.filter(isAction).flatMap((action) => marksOf({ action }));
  } catch {
    return [];
  }
}

const isAction = (value: unknown): value is StoredAction =>
  typeof value === "object" && value !== null && "action" in value && typeof value.action === "string";
