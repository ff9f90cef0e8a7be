import { hash } from "node:crypto";
import type { DrawingSurface } from "./drawing-surface.ts";
import { covers, intersect, type Rect } from "./geometry.ts";
import type { IconName } from "./icons.ts";
import { edgeArea, lineArea, roundArea, textArea } from "./stroke-areas.ts";
import type { Surface } from "./surface.ts";

interface Stroke {
  /** Equal for equal pixels alone. */
  readonly said: string;
  /** Nothing outside of it is touched. */
  readonly area: Rect;
  readonly clip: Rect;
  readonly brightness: number;
  /** Nothing shows through it: what was drawn there before does not matter. */
  readonly solid: boolean;
  readonly draw: (surface: Surface) => void;
}

/** Some rows of a picture, from one side of the display to the other. */
export interface Strip {
  readonly area: Rect;
  /** Equal for equal pixels alone. */
  readonly key: string;
  drawOn(surface: Surface): void;
}

/** Notes what is to be drawn, which is quickly done: equal notes are equal pixels, and those are drawn but once. */
export class DrawingRecord implements DrawingSurface {
  readonly width: number;
  readonly height: number;
  readonly #strokes: Stroke[] = [];
  #clip: Rect;
  #brightness = 1;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#clip = { left: 0, top: 0, right: width, bottom: height };
  }

  /** The picture from the top down, each part with nothing but what shows in it. */
  strips(rows: number): readonly Strip[] {
    const strips: Strip[] = [];
    for (let top = 0; top < this.height; top += rows) {
      const area = { left: 0, top, right: this.width, bottom: Math.min(this.height, top + rows) };
      const strokes = this.#shownIn(area);
      const said = [`${this.width} ${top} ${area.bottom}`, ...strokes.map((stroke) => stroke.said)];
      strips.push({
        area,
        key: hash("sha256", said.join("\n")),
        drawOn: (surface) => drawStrokes(strokes, area, surface),
      });
    }
    return strips;
  }

  #shownIn(strip: Rect): readonly Stroke[] {
    let shown: Stroke[] = [];
    for (const stroke of this.#strokes) {
      if (stroke.area.bottom <= strip.top || stroke.area.top >= strip.bottom) continue;
      if (stroke.solid && covers(stroke.area, strip)) shown = [];
      shown.push(stroke);
    }
    return shown;
  }

  #note(said: readonly unknown[], area: Rect, draw: (surface: Surface) => void, solid = false): void {
    const shown = intersect(area, this.#clip);
    if (shown === null) return;
    const [clip, brightness] = [this.#clip, this.#brightness];
    const around = [brightness, clip.left, clip.top, clip.right, clip.bottom];
    this.#strokes.push({
      said: JSON.stringify([around, said]),
      area: shown,
      clip,
      brightness,
      solid,
      draw,
    });
  }

  setBrightness(factor: number): void {
    this.#brightness = factor;
  }

  withClip(area: Rect, draw: () => void): void {
    const inner = intersect(area, this.#clip);
    if (inner === null) return;
    const outer = this.#clip;
    this.#clip = inner;
    draw();
    this.#clip = outer;
  }

  fill(area: Rect, color: string): void {
    this.#note(["fill", area, color], area, (surface) => surface.fill(area, color), true);
  }

  roundRect(area: Rect, radius: number, color: string): void {
    this.#note(["round", area, radius, color], area, (surface) => surface.roundRect(area, radius, color));
  }

  strokeRoundRect(area: Rect, radius: number, color: string, width: number): void {
    this.#note(["edge", area, radius, color, width], edgeArea(area, width), (surface) =>
      surface.strokeRoundRect(area, radius, color, width),
    );
  }

  text(...text: Parameters<Surface["text"]>): void {
    const [, x, baseline, sizePx, , , width] = text;
    this.#note(["text", ...text], textArea(x, baseline, sizePx, width), (surface) => surface.text(...text));
  }

  icon(name: IconName, area: Rect, color: string): void {
    this.#note(["icon", name, area, color], area, (surface) => surface.icon(name, area, color));
  }

  circle(x: number, y: number, radius: number, color: string): void {
    this.#note(["circle", x, y, radius, color], roundArea(x, y, radius), (surface) =>
      surface.circle(x, y, radius, color),
    );
  }

  line(...line: Parameters<Surface["line"]>): void {
    const [x1, y1, x2, y2, , width] = line;
    this.#note(["line", ...line], lineArea(x1, y1, x2, y2, width), (surface) => surface.line(...line));
  }

  verticalGradient(area: Rect, from: string, to: string): void {
    this.#note(
      ["gradient", area, from, to],
      area,
      (surface) => surface.verticalGradient(area, from, to),
      true,
    );
  }
}

/** Strokes one after another in the same clip share it: each costs the canvas a save and a restore. */
function drawStrokes(strokes: readonly Stroke[], strip: Rect, surface: Surface): void {
  for (let from = 0; from < strokes.length; ) {
    const clip = strokes[from]?.clip ?? strip;
    let to = from;
    while (to < strokes.length && strokes[to]?.clip === clip) to += 1;
    const inside = strokes.slice(from, to);
    const shown = intersect(clip, strip);
    if (shown !== null)
      surface.withClip(shown, () => {
        for (const stroke of inside) {
          surface.setBrightness(stroke.brightness);
          stroke.draw(surface);
        }
      });
    from = to;
  }
}
