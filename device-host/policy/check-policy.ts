import type { HostAction } from "#shared/actions/action-catalogue.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { aimedElements } from "#shared/rules/policy/aimed-elements.ts";
import { isBrowser } from "#shared/rules/policy/kinds-of.ts";
import { policedAction } from "#shared/rules/policy/policed-action.ts";
import { addressBarOf, type Bar, policyFacts } from "#shared/rules/policy/policy-facts.ts";
import { openingRefusal, policyRefusal } from "#shared/rules/policy/policy-refusal.ts";
import { openedFrom } from "#shared/rules/policy/url-refusal.ts";
import { readFocusedField } from "../actions/focused-field.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { TreeSource } from "../observe/screen-source.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import type { TypedSecrets } from "../secrets/typed-secrets.ts";

/** Where an action is about to be done. */
interface Place {
  readonly adb: AdbDevice;
  /** The app, where it is not the one that has the focus: in a window of a split screen. */
  readonly package?: string | undefined;
  /** As it was last seen. */
  readonly tree: SemanticUITree | null;
  /** What its address bar says where the tree may not. */
  readonly bar?: Bar | undefined;
  /** Where the pages are from that browsers show. */
  readonly pages?: ReadonlyMap<string, string>;
}

/**
 * Asks the policy again, just before the device is touched, with the app that is in front now: one may have come since the
 * screen was looked at. @throws PolicyDenied
 */
export async function checkPolicy(action: HostAction, policy: Policy, place: Place): Promise<void> {
  const { adb, tree, bar, pages, package: app = (await readWindowFacts(adb)).package } = place;
  const policed = policedAction(action.definition, action.parameters);
  const seen = addressBarOf(tree);
  const aimed = aimedElements(action.parameters, tree);
  const reason = policyRefusal(policed, policy, policyFacts(app, bar ?? seen, aimed, pages?.get(app)));
  // With a secret in the bar only what the agent sees there itself may be quoted.
  const told = bar === undefined ? reason : policyRefusal(policed, policy, policyFacts(app, seen, aimed));
  if (reason !== null) throw new DroverError("PolicyDenied", told ?? hiddenBar);
}

const hiddenBar =
  "The policy of this job does not allow the page in front, or what this browser's address bar holds. A secret may be in that, so it is not told.";

/**
 * Reads a browser's address bar before Enter opens what it holds: each part of that may have been harmless when it was typed.
 * @throws PolicyDenied
 */
export async function checkEnter(
  policy: Policy,
  adb: AdbDevice,
  { fields }: TypedSecrets,
  tree?: TreeSource,
): Promise<void> {
  if (!isBrowser((await readWindowFacts(adb)).package)) return;
  const field = await readFocusedField(adb, tree);
  const address = field === null || field.inPage ? null : openedFrom(field.text, field.package);
  const reason = openingRefusal(address, policy);
  if (reason === null) return;
  const isHidden = field !== null && fields.of(field.node) !== null;
  throw new DroverError("PolicyDenied", isHidden ? hiddenBar : reason);
}
