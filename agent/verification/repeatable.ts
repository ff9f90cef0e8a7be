import { factsOf } from "#shared/actions/built-in-actions.ts";
import type { Step, StepAction } from "#shared/contracts/job/step.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { aimedAt } from "./step-scene.ts";

/** What one does not do twice to see whether it worked: anything that leaves the device, is lost or costs, and what counts. */
const weighty =
  /\b(?:send|reply|forward|post|publish|share|upload|submit|confirm|accept|agree|allow|sign|delete|remove|erase|reset|clear|discard|uninstall|install|pay|buy|purchase|order|checkout|book|transfer|donate|subscribe|call|dial|answer|save|create|add|new|increase|decrease|plus|minus|like|follow|next|skip|start|stop|lap|record|ok|yes)\b|^[+\-\u2212]/i;

/** Where a tap that shows no effect has none: nothing is sent or lost by it whatever it is called. */
const harmless: ReadonlySet<UIElement["type"]> = new Set(["textfield", "tab"]);
const once: ReadonlySet<UIElement["type"]> = new Set(["switch", "checkbox", "radio", "slider"]);

/** The words above are English: of what another language says nobody here knows what it does. */
const isEnglish = (locale: string | undefined): boolean => locale?.toLowerCase().startsWith("en") === true;

function isHarmless(target: UIElement, locale: string | undefined): boolean {
  if (target.checkable || once.has(target.type)) return false;
  if (harmless.has(target.type)) return true;
  const label = elementLabel(target);
  return isEnglish(locale) && /^[\x20-\x7e]{2,}$/.test(label) && !weighty.test(label);
}

/**
 * The actions of a failed step that may be done once more, because nothing can have come of them: what the host did not do
 * because the screen was another one, and a single tap on what does no harm, or an app that did not come, after which the
 * screen is as it was. Empty: it is not repeated. `tree` is that of the screen before it.
 */
export function repeatableActions(
  { actions, before, outcome, screenChanged, verification, errorId }: Step,
  tree: SemanticUITree | null,
  locale: string | undefined,
): readonly StepAction[] {
  if (verification?.verdict !== "failed" || verification.by !== "rules" || outcome === undefined) return [];
  if (errorId !== undefined) return [];
  const forDevice = actions.filter(({ deviceAction }) => deviceAction !== undefined);
  if (!outcome.ok) {
    if (outcome.errorCode !== "ScreenChanged") return [];
    return forDevice.filter(({ outcome: own = outcome }) => !own.ok && own.effect === "none");
  }
  const [only, ...others] = forDevice;
  if (only?.deviceAction === undefined || others.length > 0 || screenChanged !== false) return [];
  const { repeatable = "never" } = factsOf(only.deviceAction.action);
  if (repeatable !== "harmless") return repeatable === "always" ? [only] : [];
  const target = aimedAt(only, { observation: before, tree });
  return target !== undefined && isHarmless(target, locale) ? [only] : [];
}
