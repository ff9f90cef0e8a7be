import type { Bounds } from "../../contracts/protocol/semantic-ui-tree.ts";

/** One `<node>` of a uiautomator dump. */
export interface HierarchyNode {
  readonly text: string;
  readonly resourceId: string;
  readonly className: string;
  readonly packageName: string;
  readonly contentDescription: string;
  /** Only newer Androids write it; older ones show the hint as the text of an empty field. */
  readonly hint: string;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly longClickable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  readonly bounds: Bounds;
  /** Among its siblings: the higher is painted later. 0 where the dump does not say. */
  readonly drawingOrder: number;
  readonly children: readonly HierarchyNode[];
}

export interface Hierarchy {
  /** 0, 1, 2, 3 = 0°, 90°, 180°, 270°. */
  readonly rotation: number;
  readonly roots: readonly HierarchyNode[];
  readonly nodeCount: number;
  /** Something was left out because it went beyond a cap. */
  readonly truncated: boolean;
}
