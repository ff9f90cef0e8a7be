import { referredSecrets } from "../contracts/secret.ts";
import { type ActionCatalogue, createActionCatalogue } from "./actions/action-catalogue.ts";
import { typeSecret } from "./actions/type-secret.ts";

/** A task without secrets need not pay for the description of how to type them, in every turn. */
export function offeredFor(task: string, actions: ActionCatalogue): ActionCatalogue {
  if (referredSecrets(task).length === 0) return actions;
  return createActionCatalogue(
    actions.all.map((definition) => {
      if (definition.name !== typeSecret.name) return definition;
      const { offered: _, ...offeredNow } = definition;
      return offeredNow;
    }),
  );
}
