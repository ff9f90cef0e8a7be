/** Each digit as one line on a grid four wide and six high: no font is needed, which a bare host may not have. */
const strokes = [
  "M1 0H3L4 1V5L3 6H1L0 5V1Z",
  "M0.7 1.3L2 0V6M0.7 6H3.3",
  "M0 1L1 0H3L4 1V2L0 6H4",
  "M0 0H4L2 2.5L4 3.7V5L3 6H1L0 5",
  "M3 6V0L0 4.2H4",
  "M4 0H0V2.6H3L4 3.6V5L3 6H1L0 5.2",
  "M3.6 0L1.4 0.8L0 3V5L1 6H3L4 5V4L3 3H0",
  "M0 0H4L1.5 6",
  "M1 0H3L4 1V2L3 3H1L0 2V1ZM1 3H3L4 4V5L3 6H1L0 5V4Z",
  "M0.4 6L2.6 5.2L4 3V1L3 0H1L0 1V2L1 3H4",
] as const;

const advance = 6;

/** Width on the same grid. */
export const numberWidth = (value: number): number => String(value).length * advance - 2;

/** The number as SVG strokes whose upper left corner is at x, y; a cell of the grid is `cell` pixels. */
export const drawNumber = (value: number, x: number, y: number, cell: number): string =>
  [...String(value)]
    .map((digit, place) => {
      const at = `translate(${(x + place * advance * cell).toFixed(1)} ${y.toFixed(1)}) scale(${cell.toFixed(2)})`;
      return `<path transform="${at}" d="${strokes[Number(digit)]}"/>`;
    })
    .join("");
