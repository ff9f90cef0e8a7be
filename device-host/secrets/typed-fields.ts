import * as z from "zod";
import { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { areaOf, overlapOf } from "#shared/screen/area.ts";
import { isTextField } from "#shared/screen/tree/element-type.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import type { FieldNode, HiddenField, HiddenFields } from "./mask-hierarchy.ts";
import type { Masked } from "./secret-mask.ts";

/** A field by its app and id; one without an id by its class and where it was seen last. */
const TypedField = z.object({
  packageName: z.string(),
  resourceId: z.string(),
  className: z.string(),
  places: z.array(Bounds),
  names: z.array(z.string()),
  /** What described it before the secret was in it. */
  label: z.string(),
});
type TypedField = z.infer<typeof TypedField>;
const Note = z.object({ epoch: z.int(), fields: z.array(TypedField) });

/** More are hidden only when they are typed into. */
const mostFields = 500;

/** Where those of a device's lease are kept: its host may start again. */
export interface KeptFields {
  readonly journal: Pick<CommandJournal, "note" | "setNote">;
  readonly deviceId: string;
  readonly epoch: number;
}

/**
 * The fields that secrets were typed into, or came to, in one lease: whatever they hold now, none of it is told
 * (docs/security.md rule 3). What they held is in memory alone.
 */
export class TypedFields implements HiddenFields {
  readonly #kept: KeptFields | undefined;
  readonly #note: string;
  readonly #fields: TypedField[];
  /** Of fields without an id what they held: it tells where one has moved. */
  readonly #texts = new Map<TypedField, Set<string>>();

  constructor(kept?: KeptFields) {
    this.#kept = kept;
    this.#note = `${kept?.deviceId}#typed`;
    const noted = Note.safeParse(JSON.parse(kept?.journal.note(this.#note) ?? "null")).data;
    this.#fields = noted !== undefined && noted.epoch === kept?.epoch ? noted.fields : [];
  }

  get isEmpty(): boolean {
    return this.#fields.length === 0;
  }

  /** Before anything of these secrets is in it. */
  remember(node: FieldNode, names: readonly string[]): void {
    const { packageName, resourceId, className, bounds, contentDescription: label } = node;
    const known = this.#fields.find((field) => isSame(field, node));
    if (known !== undefined) known.names = [...new Set([...known.names, ...names])];
    else
      this.#fields.push({ packageName, resourceId, className, places: [bounds], names: [...names], label });
    this.#save();
  }

  /** As a snapshot's text: they are on its screen again when the device goes back to it. */
  get asText(): string {
    return JSON.stringify(this.#fields);
  }

  /** Those of the snapshot that the device goes back to, whichever lease it is of. */
  recall(text: string | null): void {
    this.#fields.push(...z.array(TypedField).parse(JSON.parse(text ?? "[]")));
    this.#save();
  }

  forget(): void {
    this.#fields.length = 0;
    this.#texts.clear();
    this.#save();
  }

  see(nodes: readonly FieldNode[], found: readonly Masked[]): void {
    for (const [index, node] of nodes.entries()) {
      const { names = [], isWhole = false } = found[index] ?? {};
      const hasCome =
        isWhole || (node.resourceId === "" && this.#fields.some((field) => isLike(field, node)));
      // Pasted, or put there by its app. A screen may have any number of them.
      if (names.length === 0 || !hasCome || !isTextField(node) || this.#fields.length >= mostFields) continue;
      if (this.of(node) === null) this.remember({ ...node, contentDescription: "" }, names);
    }
    for (const field of this.#fields) if (field.resourceId === "") this.#follow(field, nodes);
  }

  of(node: FieldNode): HiddenField | null {
    const fields = this.#fields.filter((field) => isSame(field, node));
    if (fields.length === 0) return null;
    return { names: fields.flatMap(({ names }) => names), labels: fields.map(({ label }) => label) };
  }

  /** It is where that is shown which it held. */
  #follow(field: TypedField, nodes: readonly FieldNode[]): void {
    const texts = this.#texts.get(field) ?? new Set();
    this.#texts.set(field, texts);
    const alike = nodes.filter((node) => isLike(field, node));
    const moved = alike.filter(({ text }) => texts.has(text)).map(({ bounds }) => bounds);
    if (moved.length > 0 && JSON.stringify(moved) !== JSON.stringify(field.places)) {
      field.places = moved;
      this.#save();
    }
    // Only what is edited has the focus: another field may have come to its place.
    for (const node of alike)
      if (node.focused && node.text !== "" && isSame(field, node)) texts.add(node.text);
  }

  #save(): void {
    if (this.#kept === undefined) return;
    const { journal, epoch } = this.#kept;
    journal.setNote(
      this.#note,
      JSON.stringify({ epoch, fields: this.#fields } satisfies z.input<typeof Note>),
    );
  }
}

const isLike = ({ packageName, resourceId, className }: TypedField, node: FieldNode): boolean =>
  packageName === node.packageName &&
  resourceId === node.resourceId &&
  (resourceId !== "" || className === node.className);

/** Without an id: half of the one, or of the other, lies over it. */
const isSame = (field: TypedField, node: FieldNode): boolean =>
  isLike(field, node) &&
  (field.resourceId !== "" ||
    field.places.some((place) => {
      const common = overlapOf(place, node.bounds);
      return common > 0 && 2 * common >= Math.min(areaOf(place), areaOf(node.bounds));
    }));
