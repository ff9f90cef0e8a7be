import type { HostAction } from "#shared/actions/action-catalogue.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";

/** The outcome of a turn from those of the actions that were tried; the last of them is the one that went wrong, if any did. */
export function turnOutcome(
  tried: readonly ActionOutcome[],
  sent: readonly HostAction[],
): { readonly outcome: ActionOutcome; readonly outcomes: readonly ActionOutcome[] } {
  const last = tried.at(-1) ?? { ok: true, effect: "none" as const, retries: 0 };
  const retries = tried.reduce((sum, outcome) => sum + outcome.retries, 0);
  if (sent.length < 2 || last.ok) return { outcomes: tried, outcome: { ...last, retries } };
  const skipped = sent.slice(tried.length).map(
    (): ActionOutcome => ({
      ok: false,
      effect: "none",
      message: `Not done, because action ${tried.length} went wrong.`,
      retries: 0,
    }),
  );
  const rest = skipped.length === 0 ? "" : ` Not done after it: ${namesOf(sent.slice(tried.length))}.`;
  const which = `Action ${tried.length} of ${sent.length}, ${namesOf(sent.slice(tried.length - 1, tried.length))}:`;
  const message = `${which} ${last.message ?? "it failed."}${rest}`.slice(0, 1_000);
  // What came before it was done, so the device felt something of this turn.
  const effect = last.effect === "none" && tried.length > 1 ? "done" : last.effect;
  return { outcomes: [...tried, ...skipped], outcome: { ...last, effect, message, retries } };
}

const namesOf = (actions: readonly HostAction[]): string =>
  actions.map(({ definition }) => definition.name).join(", ");
