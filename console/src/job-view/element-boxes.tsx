import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { ScreenChange } from "./screen-changes.ts";

interface ElementBoxesProps {
  readonly tree: SemanticUITree | null;
  readonly size: ScreenSize;
  /** All of them, and not only the one that is pointed at. */
  readonly all: boolean;
  readonly hovered: number | undefined;
  readonly changes: readonly ScreenChange[];
}

/** Elements as boxes over the picture, in the screen's own pixels. */
export function ElementBoxes({ tree, size, all, hovered, changes }: ElementBoxesProps) {
  const elements = tree?.elements ?? [];
  const shown = all ? elements : elements.filter(({ element_id }) => element_id === hovered);
  return (
    <svg
      className="boxes"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shown.map((element) => (
        <Box
          key={element.element_id}
          element={element}
          kind={element.element_id === hovered ? "hovered" : "plain"}
        />
      ))}
      {changes.map(({ kind, element }) => (
        <Box key={`${kind}-${element.element_id}`} element={element} kind={kind} />
      ))}
    </svg>
  );
}

interface BoxProps {
  readonly element: UIElement;
  readonly kind: ScreenChange["kind"] | "hovered" | "plain";
}

const Box = ({ element: { bounds }, kind }: BoxProps) => (
  <rect
    className={`box box-${kind}`}
    x={bounds.left}
    y={bounds.top}
    width={Math.max(0, bounds.right - bounds.left)}
    height={Math.max(0, bounds.bottom - bounds.top)}
    vectorEffect="non-scaling-stroke"
  />
);
