import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { TouchMark } from "./touch-marks.ts";

interface TouchOverlayProps {
  readonly size: ScreenSize;
  readonly marks: readonly TouchMark[];
  /** Of a person: drawn apart from the agent's. */
  readonly personMarks: readonly TouchMark[];
}

/** What was done, drawn where it was done: in units of a thousandth of the screen's width, whatever its pixels. */
export function TouchOverlay({ size, marks, personMarks }: TouchOverlayProps) {
  const height = (1_000 * size.height) / size.width;
  const place = ([x, y]: Coordinate): { x: number; y: number } => ({ x: x * 1_000, y: y * height });
  return (
    <svg className="touches" viewBox={`0 0 1000 ${height}`} aria-hidden="true">
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks of a step never change places
        <g key={index} className={mark.failed ? "touch touch-failed" : "touch"}>
          <Mark mark={mark} place={place} height={height} />
          {marks.length > 1 && mark.kind !== "text" && <Order mark={mark} place={place} order={index + 1} />}
        </g>
      ))}
      {personMarks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks of a step never change places
        <g key={index} className="touch touch-person">
          <Mark mark={mark} place={place} height={height} />
        </g>
      ))}
    </svg>
  );
}

interface MarkProps {
  readonly mark: TouchMark;
  readonly place: (at: Coordinate) => { x: number; y: number };
  readonly height: number;
}

const ring = 46;
const dot = 13;

function Mark({ mark, place, height }: MarkProps) {
  if (mark.kind === "path") return <Path mark={mark} place={place} />;
  if (mark.kind === "text") return <Typed mark={mark} place={place} height={height} />;
  const { x, y } = place(mark.at);
  return (
    <>
      <circle className="touch-halo" cx={x} cy={y} r={ring} />
      <circle className="touch-ring" cx={x} cy={y} r={ring} />
      {mark.kind === "doubleTap" && <circle className="touch-ring" cx={x} cy={y} r={ring * 0.6} />}
      {mark.kind === "longPress" && <circle className="touch-hold" cx={x} cy={y} r={ring * 0.65} />}
      <circle className="touch-dot" cx={x} cy={y} r={dot} />
    </>
  );
}

const arrowHead = 42;

function Path({
  mark,
  place,
}: {
  readonly mark: Extract<TouchMark, { kind: "path" }>;
  readonly place: MarkProps["place"];
}) {
  const [from, to] = [place(mark.from), place(mark.to)];
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = (turn: number): string =>
    `${to.x - arrowHead * Math.cos(angle + turn)},${to.y - arrowHead * Math.sin(angle + turn)}`;
  const points = `${tip(0.5)} ${to.x},${to.y} ${tip(-0.5)}`;
  return (
    <>
      <line className="touch-line-halo" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <line className="touch-line" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <polyline className="touch-line-halo" points={points} />
      <polyline className="touch-line" points={points} />
      <circle className="touch-dot" cx={from.x} cy={from.y} r={dot} />
    </>
  );
}

const letter = 22;
const most = 32;

/** What was typed, by the field, or at the lower edge where nobody knows the field. */
function Typed({ mark, place, height }: MarkProps & { readonly mark: Extract<TouchMark, { kind: "text" }> }) {
  const at = place(mark.at ?? [0.5, 0.9]);
  const said = mark.text.length > most ? `${mark.text.slice(0, most - 1).toWellFormed()}…` : mark.text;
  const width = Math.min(Math.max(said.length * letter + 50, 110), 980);
  const x = Math.min(Math.max(at.x - width / 2, 10), 990 - width);
  const y = at.y + 50 + 64 > height ? at.y - 114 : at.y + 50;
  return (
    <>
      {mark.at !== null && <circle className="touch-dot" cx={at.x} cy={at.y} r={dot} />}
      <rect className="touch-typed" x={x} y={y} width={width} height={64} rx={8} />
      <text className="touch-text" x={x + width / 2} y={y + 44} textAnchor="middle">
        {said}
      </text>
    </>
  );
}

function Order({ mark, place, order }: Omit<MarkProps, "height"> & { readonly order: number }) {
  if (mark.kind === "text") return null;
  const { x, y } = place(mark.kind === "path" ? mark.from : mark.at);
  return (
    <text className="touch-order" x={x + ring + 8} y={y + 14}>
      {order}
    </text>
  );
}
