import type { TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";

/** The place of a line: one job of a task, with a variant, for a repetition. */
export interface LinePlace {
  readonly taskId: TaskId;
  readonly variant: VariantName;
  readonly epoch: number;
  readonly prerequisite?: TaskId | undefined;
}

export interface LineFault {
  /** As it was added with. */
  readonly line: number;
  readonly field: "taskId" | "prerequisite";
  readonly message: string;
}

interface Node {
  /** 0: of what the batch had before. */
  readonly line: number;
  readonly place: LinePlace;
}

const nameOf = ({ taskId, variant, epoch }: LinePlace): string => `${taskId} ${variant} ${epoch}`;

/** What lines must be to each other: none there twice, each prerequisite there, none waiting for itself in the end. */
export function createLineGraph() {
  const nodes = new Map<string, Node>();
  const before = ({ place: { variant, epoch, prerequisite } }: Node): Node | undefined =>
    prerequisite === undefined ? undefined : nodes.get(nameOf({ taskId: prerequisite, variant, epoch }));

  return {
    /** An earlier line of the batch, which a new one may replace. */
    know(place: LinePlace): void {
      nodes.set(nameOf(place), { line: 0, place });
    },

    add(line: number, place: LinePlace): LineFault | null {
      const name = nameOf(place);
      const first = nodes.get(name)?.line ?? 0;
      if (first > 0) {
        const message = `is already in line ${first}, with variant ${place.variant} and epoch ${place.epoch}`;
        return { line, field: "taskId", message };
      }
      nodes.set(name, { line, place });
      return null;
    },

    /** When all lines are there. */
    *faults(): Generator<LineFault> {
      const sound = new Set<Node>();
      for (const node of nodes.values()) {
        const { line, place } = node;
        if (place.prerequisite === undefined || line === 0) continue;
        const message = faultOf(node, before, sound);
        if (message !== null) yield { line, field: "prerequisite", message };
      }
    },
  };
}

/** Each line waits for at most one other, so following them ends or returns. */
function faultOf(from: Node, before: (node: Node) => Node | undefined, sound: Set<Node>): string | null {
  const { prerequisite, variant, epoch } = from.place;
  const first = before(from);
  if (first === undefined)
    return `names no task of this batch with variant ${variant} and epoch ${epoch}: ${prerequisite}`;
  const seen = new Set<Node>([from]);
  for (let node: Node | undefined = first; node !== undefined && !sound.has(node); node = before(node)) {
    // Those that wait for a circle are not part of it: the circle's own lines are named.
    if (node === from) return `waits for itself, through ${prerequisite}`;
    if (seen.has(node)) return null;
    seen.add(node);
  }
  for (const node of seen) sound.add(node);
  return null;
}
