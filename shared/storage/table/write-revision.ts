import type { AttributeRules } from "./attributes.ts";
import type { Entity, EntityValues, Indexes } from "./entity.ts";
import { wrote } from "./storage-call.ts";

type WithRevision = AttributeRules & { readonly revision: AttributeRules[string] };

/** False when it is not any more what was read: `before` is its revision then, 0 for none. */
export async function writeRevision<Rules extends WithRevision, Keys extends Indexes>(
  operation: string,
  entity: Entity<Rules, Keys>,
  item: EntityValues<Rules>,
  before: number,
): Promise<boolean> {
  return wrote(operation, () =>
    before === 0
      ? entity.create(item).go()
      : entity
          .put(item)
          .where((stored, is) => is.eq(stored.revision, before))
          .go(),
  );
}
