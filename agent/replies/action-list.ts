import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { actionReferences } from "../targets/action-reference.ts";

/** The actions with their parameters, for dialects that have no tools. */
export function actionList(catalogue: ActionCatalogue): string {
  const told = actionReferences(catalogue).map(({ name, description, properties, required }) => {
    const parameters = Object.entries(properties).map(
      ([field, schema]) =>
        `    "${field}"${required.includes(field) ? "" : " (optional)"}: ${JSON.stringify(schema)}`,
    );
    return [`- "${name}": ${description}`, ...parameters].join("\n");
  });
  return told.join("\n");
}
