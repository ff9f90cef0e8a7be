import "./cell-map.css";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { CellField } from "./cell-field.ts";
import { type CellLayout, type Grouping, layCells } from "./cell-layout.ts";
import { cellSprites } from "./cell-sprites.ts";
import { CellTip, cellWords } from "./cell-tip.tsx";
import { type CellSizes, drawCells } from "./draw-cells.ts";

/** The theme that the page has now: what is drawn and not styled is drawn again when it changes. */
const useTheme = (): string =>
  useSyncExternalStore(
    (listener) => {
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      return () => observer.disconnect();
    },
    () => document.documentElement.dataset.theme ?? "light",
  );

interface CellMapProps {
  readonly field: CellField;
  readonly grouping: Grouping;
  /** Indexes of the cells that are meant; null: all. */
  readonly found: readonly number[] | null;
  readonly onOpen: (jobId: string) => void;
}

/**
 * A cell for each job, drawn on a canvas of the size of what can be seen, so that ten thousand scroll as one. For keys and ears it
 * is a list box of which one cell at a time is there; the table of jobs shows the same.
 */
export function CellMap({ field, grouping, found, onOpen }: CellMapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(scroller);
  const [scrolled, setScrolled] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const theme = useTheme();
  const id = useId();
  const sizes = sizesFor(field.count, grouping, width);
  const columns = Math.max(1, Math.floor((width - sizes.gutter) / sizes.pitch));
  const layout = useMemo(() => layCells(field, grouping, columns), [field, grouping, columns]);
  const meant = useMemo(() => (found === null ? null : new Set(found)), [found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme, other colours
  const sprites = useMemo(
    () => cellSprites(Math.ceil(sizes.mark * window.devicePixelRatio)),
    [sizes.mark, theme],
  );
  const at = cursor ?? pointed;
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const drawing = { field, layout, sizes, sprites, meant, cursor: at, scrolled, width, height };
    drawCells(canvas.current, drawing);
  });
  const jobAt = (place: number | null) => (place === null ? null : field.facts(layout.order[place] ?? 0));
  const shown = jobAt(at);
  const open = (place: number | null): void => {
    const jobId = jobAt(place)?.jobId;
    if (jobId) onOpen(jobId);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === "Enter" || event.key === " ") open(cursor);
    const next = nextCell(event.key, cursor, layout, Math.floor(height / sizes.pitch));
    if (next === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    setCursor(next);
    reveal(scroller.current, layout.placeOf(next).line * sizes.pitch, sizes.pitch);
  };
  const place = at === null ? null : layout.placeOf(at);
  return (
    <div className="cell-map">
      <canvas ref={canvas} style={{ width, height }} />
      <div
        ref={scroller}
        className="cell-scroll"
        role="listbox"
        aria-label={`${field.count} jobs, one cell each`}
        aria-activedescendant={shown === null ? undefined : `${id}-cell`}
        tabIndex={0}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
        onMouseMove={(event) => {
          setCursor(null);
          setPointed(cellUnder(event, layout, sizes));
        }}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => open(cellUnder(event, layout, sizes))}
        onFocus={({ target }) => {
          if (target.matches(":focus-visible")) setCursor(cursor ?? 0);
        }}
        onBlur={() => setCursor(null)}
        onKeyDown={pressed}
      >
        <div aria-hidden="true" style={{ height: layout.lines.length * sizes.pitch }} />
        <div
          className="unseen"
          role="option"
          tabIndex={-1}
          id={`${id}-cell`}
          aria-selected={shown !== null}
          aria-setsize={field.count}
          aria-posinset={(at ?? 0) + 1}
        >
          {shown === null ? "No cell" : cellWords(shown)}
        </div>
      </div>
      {shown !== null && place !== null && (
        <CellTip
          facts={shown}
          left={Math.min(sizes.gutter + (place.column + 1) * sizes.pitch, width - tipWidth)}
          top={(place.line + 1) * sizes.pitch - scrolled}
          above={(place.line + 1) * sizes.pitch - scrolled > height / 2}
          pitch={sizes.pitch}
        />
      )}
    </div>
  );
}

const tipWidth = 260;

/** Many cells are small ones; a name at the left of each group takes place of its own. */
function sizesFor(count: number, grouping: Grouping, width: number): CellSizes {
  const pitch = count > 2_500 ? 14 : count > 400 ? 18 : 24;
  return { pitch, mark: pitch - 4, gutter: grouping === "none" ? 0 : Math.min(180, width / 3) };
}

function cellUnder(event: MouseEvent<HTMLElement>, layout: CellLayout, sizes: CellSizes): number | null {
  const { currentTarget: element, clientX, clientY } = event;
  const box = element.getBoundingClientRect();
  const line = layout.lines[Math.floor((clientY - box.top + element.scrollTop) / sizes.pitch)];
  const column = Math.floor((clientX - box.left - sizes.gutter) / sizes.pitch);
  if (line === undefined || column < 0 || column >= layout.columns) return null;
  const at = line.from + column;
  return at < line.to ? at : null;
}

function nextCell(key: string, cursor: number | null, layout: CellLayout, page: number): number | undefined {
  const last = layout.order.length - 1;
  const now = cursor ?? 0;
  const within = (at: number): number => Math.min(Math.max(at, 0), last);
  const linesOn = (by: number): number => {
    const { line, column } = layout.placeOf(now);
    const target = layout.lines[Math.min(Math.max(line + by, 0), layout.lines.length - 1)];
    return target === undefined ? now : Math.min(target.from + column, target.to - 1);
  };
  if (key === "ArrowRight") return within(now + 1);
  if (key === "ArrowLeft") return within(now - 1);
  if (key === "ArrowDown") return linesOn(1);
  if (key === "ArrowUp") return linesOn(-1);
  if (key === "PageDown") return linesOn(page);
  if (key === "PageUp") return linesOn(-page);
  if (key === "Home") return 0;
  return key === "End" ? last : undefined;
}

function reveal(scroller: HTMLElement | null, top: number, pitch: number): void {
  if (scroller === null) return;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  if (top + pitch > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + pitch - scroller.clientHeight;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large an element is within its borders; nothing before it was measured. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
