import { DroverError } from "../../errors/drover-error.ts";

/** @throws ValidationError for none and for several */
export function theOnly<Action>(actions: readonly Action[]): Action {
  const [action, ...others] = actions;
  if (action !== undefined && others.length === 0) return action;
  throw new DroverError(
    "ValidationError",
    `The reply must be exactly one action, but has ${actions.length}.`,
    {
      details: { field: "action", value: String(actions.length) },
    },
  );
}
