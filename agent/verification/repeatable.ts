import { factsOf } from "#shared/actions/built-in-actions.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { consequencesOf, wordsOfId } from "../policy/consequence-words.ts";
import { aimedAt } from "./step-scene.ts";

/** What one does not do twice to see whether it worked: anything that leaves the device, is lost or costs, and what counts. */
const weighty =
  /\b(?:send|reply|forward|post|publish|share|upload|submit|confirm|accept|agree|allow|sign|delete|remove|erase|reset|clear|discard|uninstall|install|pay|buy|purchase|order|checkout|book|transfer|donate|subscribe|call|dial|answer|save|create|add|new|increase|decrease|plus|minus|like|follow|next|skip|start|stop|lap|record|ok|yes)\b|^[+\-\u2212]/i;

/** The same in other languages; what pays, deletes or sends there is among the words of approvals. */
const weightyElsewhere = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    "weiter|bestätigen|annehmen|zulassen|speichern|sichern|hinzufügen|neu|anrufen|starten|stoppen|überspringen|ja",
    "suivant|continuer|confirmer|accepter|autoriser|enregistrer|ajouter|nouveau|appeler|démarrer|arrêter|oui",
    "siguiente|continuar|confirmar|aceptar|permitir|guardar|añadir|agregar|nuevo|llamar|iniciar|detener|sí",
    "seguinte|próximo|avançar|aceitar|salvar|adicionar|novo|ligar|parar|sim",
    "avanti|continua|conferma|accetta|consenti|salva|aggiungi|nuovo|chiama|avvia|interrompi|sì",
  ].join(
    "|",
  )})(?![\\p{L}\\p{N}])|下一步|继续|确定|确认|同意|允许|保存|添加|新建|拨打|开始|停止|次へ|続行|確認|許可|追加|新規|発信|開始`,
  "iu",
);

/** Where a tap that shows no effect has none: nothing is sent or lost by it whatever it is called. */
const harmless: ReadonlySet<UIElement["type"]> = new Set(["textfield", "tab"]);
const once: ReadonlySet<UIElement["type"]> = new Set(["switch", "checkbox", "radio", "slider"]);

const isLight = (name: string): boolean =>
  !weighty.test(name) && !weightyElsewhere.test(name) && consequencesOf(name).length === 0;

/** In whatever language: a name of which no word says otherwise, in the languages that are known here. */
function isHarmless(target: UIElement): boolean {
  if (target.checkable || once.has(target.type)) return false;
  if (harmless.has(target.type)) return true;
  const label = elementLabel(target);
  const names = [label, wordsOfId(target.resource_id)];
  return /\p{L}/u.test(label) && label.length > 1 && names.every((name) => isLight(name));
}

/**
 * The actions of a failed step that may be done again, because nothing can have come of them: what the host did not do
 * because the screen was another one, and a single tap on what does no harm, or an app that did not come, after which the
 * screen is as it was. Empty: it is not repeated. `tree` is that of the screen before it.
 */
export function repeatableActions(
  { actions, before, outcome, screenChanged, verification, errorId }: Step,
  tree: SemanticUITree | null,
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
  return target !== undefined && isHarmless(target) ? [only] : [];
}
