import { type CellState, cellStates } from "./cell-state.ts";

/** Which of the page's colours each has; its shape is drawn below, the same as of its mark in lists. */
const tones: { readonly [State in CellState]: string } = {
  succeeded: "--succeeded",
  unverified: "--unverified",
  failed: "--failed",
  inconclusive: "--inconclusive",
  over_budget: "--over",
  cancelled: "--quiet",
  refused: "--quiet",
  invalid: "--quiet",
  running: "--running",
  deferred: "--quiet",
  queued: "--quiet",
  skipped: "--quiet",
};

type Draw = (to: OffscreenCanvasRenderingContext2D) => void;

const disc: Draw = (to) => {
  to.arc(6, 6, 5, 0, 2 * Math.PI);
  to.fill();
};
const circle: Draw = (to) => {
  to.lineWidth = 2.4;
  to.arc(6, 6, 4.3, 0, 2 * Math.PI);
  to.stroke();
};
const cross: Draw = (to) => {
  to.lineWidth = 2.4;
  to.lineCap = "round";
  to.moveTo(2, 2);
  to.lineTo(10, 10);
  to.moveTo(10, 2);
  to.lineTo(2, 10);
  to.stroke();
};
const ring: Draw = (to) => {
  to.lineWidth = 2;
  to.setLineDash([2.4, 2.3]);
  to.arc(6, 6, 4.5, 0, 2 * Math.PI);
  to.stroke();
};
const triangle: Draw = (to) => {
  to.moveTo(6, 1);
  to.lineTo(11.5, 11);
  to.lineTo(0.5, 11);
  to.closePath();
  to.fill();
};
const half: Draw = (to) => {
  to.lineWidth = 1.4;
  to.arc(6, 6, 4.5, 0, 2 * Math.PI);
  to.stroke();
  to.beginPath();
  to.arc(6, 6, 4.5, -Math.PI / 2, Math.PI / 2);
  to.fill();
};
const dot: Draw = (to) => {
  to.arc(6, 6, 1.6, 0, 2 * Math.PI);
  to.fill();
};
const dash: Draw = (to) => {
  to.lineWidth = 1.6;
  to.moveTo(3, 6);
  to.lineTo(9, 6);
  to.stroke();
};

const shapes: { readonly [State in CellState]: Draw } = {
  succeeded: disc,
  unverified: circle,
  failed: cross,
  inconclusive: ring,
  over_budget: triangle,
  cancelled: triangle,
  refused: triangle,
  invalid: triangle,
  running: half,
  deferred: half,
  queued: dot,
  skipped: dash,
};

/** Each state's mark, drawn once: a cell is then a copy of a few pixels. In the order of `cellStates`. */
export function cellSprites(pixels: number): readonly OffscreenCanvas[] {
  const style = getComputedStyle(document.documentElement);
  return cellStates.map((state) => {
    const sprite = new OffscreenCanvas(pixels, pixels);
    const to = sprite.getContext("2d");
    if (to === null) return sprite;
    to.scale(pixels / 12, pixels / 12);
    const colour = style.getPropertyValue(tones[state]);
    to.fillStyle = colour;
    to.strokeStyle = colour;
    to.beginPath();
    shapes[state](to);
    return sprite;
  });
}
