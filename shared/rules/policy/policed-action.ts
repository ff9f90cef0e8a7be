import type { ActionDefinition } from "../../actions/action-definition.ts";
import { factsOf } from "../../actions/built-in-actions.ts";
import type { PolicedAction } from "./policy-refusal.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** An action as a policy sees it: what it opens and types is under these names in every action that does so. */
export const policedAction = (
  { name, kind }: ActionDefinition,
  parameters: Readonly<Record<string, unknown>>,
): PolicedAction => ({
  action: name,
  kind,
  presses: factsOf(name).presses,
  package: textOf(parameters.package),
  url: textOf(parameters.url),
  text: textOf(parameters.text),
});
