import { column, icon, row, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

const plain = (line: string): string =>
  line.replaceAll(/\*\*(.+?)\*\*|__(.+?)__|`(.+?)`|\*(.+?)\*/g, (_, ...groups) =>
    String(groups.slice(0, 4).find((group) => group !== undefined) ?? ""),
  );

/** Headings, lists, boxes to tick and paragraphs, a view for each line; other marks stand as they are written. */
export function markdownView(source: string, onTick: (line: number) => void): readonly Widget[] {
  return source.split("\n").map((line, at) => lineView(line, at, onTick));
}

function lineView(line: string, at: number, onTick: (line: number) => void): Widget {
  const key = `line-${at}`;
  const box = /^\s*[-*] \[([ xX])\] (.*)$/.exec(line);
  if (box !== null) return tickView(key, box[2] ?? "", box[1] !== " ", () => onTick(at));
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading !== null) {
    const size = Math.max(17, 30 - 4 * (heading[1]?.length ?? 1));
    return text(plain(heading[2] ?? ""), { size, weight: 500 }, { key, box: { padding: [8, 0, 4, 0] } });
  }
  const entry = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line);
  if (entry !== null) {
    const mark = entry[1] === undefined ? "•" : `${entry[1]}.`;
    return text(`${mark} ${plain(entry[2] ?? "")}`, { size: 16 }, { key, box: { padding: [2, 0, 2, 12] } });
  }
  return text(plain(line), { size: 16 }, { key, box: { minHeight: 12, padding: [2, 0] } });
}

function tickView(key: string, label: string, checked: boolean, onTap: () => void): Widget {
  return row(
    {
      key,
      class: "android.widget.CheckBox",
      text: plain(label),
      checkable: true,
      checked,
      onTap,
      leaf: true,
      box: { width: "fill", height: 44, gap: 12, align: "center" },
    },
    [
      icon(checked ? "checkSquare" : "square", 24, checked ? "primary" : "onSurfaceVariant"),
      column({ box: { weight: 1 } }, [
        text(plain(label), { size: 16, maxLines: 2, color: checked ? "outline" : "onSurface" }),
      ]),
    ],
  );
}

/** The source with the box of a line ticked, or not any more. */
export const ticked = (source: string, at: number): string =>
  source
    .split("\n")
    .map((line, index) =>
      index === at ? line.replace(/\[([ xX])\]/, (_, mark) => (mark === " " ? "[x]" : "[ ]")) : line,
    )
    .join("\n");
