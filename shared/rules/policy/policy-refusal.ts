import type { ActionFacts } from "../../actions/action-definition.ts";
import type { ActionKind, Policy } from "../../contracts/job/policy.ts";
import { kindRefusal } from "./kind-refusal.ts";
import { asksForPermission, isBrowser, isHomeScreen, kindsOfPackage } from "./kinds-of.ts";
import { type ActedOn, hangsUp, kindsOfElement } from "./kinds-of-element.ts";
import { openedFrom, shownAddress, typedAddress, urlRefusal } from "./url-refusal.ts";

/** What a policy must know of an action, whichever list of actions it is from. */
export interface PolicedAction {
  readonly action: string;
  readonly kind: ActionKind;
  /** Absent: the target, if it is a touch. */
  readonly presses?: ActionFacts["presses"] | undefined;
  /** The app that it opens. */
  readonly package?: string | undefined;
  /** The address that it opens. */
  readonly url?: string | undefined;
  /** What it types. */
  readonly text?: string | undefined;
}

/** Where it would be done. */
export interface PolicyFacts extends ActedOn {
  /** The origin of a browser's page by its address bar; undefined if unknown. */
  readonly address?: string | undefined;
  /** What somebody is writing in the bar. */
  readonly written?: string | undefined;
}

/** These leave an app or do nothing in it, so they are possible in one that may not be used; they keep their own rules. */
export const possibleAnywhere: readonly ActionKind[] = ["navigation", "apps", "browser", "talk", "none"];

/** Whether a rule for packages holds for all that another one, or a package, is. */
export const covers = (rule: string, narrower: string): boolean =>
  rule.endsWith(".*") ? narrower.startsWith(rule.slice(0, -1)) : rule === narrower;

export const isNamed = (rules: readonly string[], packageName: string): boolean =>
  rules.some((rule) => covers(rule, packageName));

function packageRefusal(packageName: string, { packages }: Policy): string | null {
  if (isNamed(packages.deny, packageName)) return `packages.deny names ${packageName}`;
  if (packages.allow === undefined || isNamed(packages.allow, packageName)) return null;
  return `packages.allow does not name ${packageName === "" ? "an app that is not known" : packageName}`;
}

/** Why nothing may be done in what is in front. */
function placeRefusal(action: PolicedAction, policy: Policy, facts: PolicyFacts): string | null {
  if (hangsUp(action, facts)) return null;
  const { package: front, address } = facts;
  if (asksForPermission(front)) {
    return policy.permissions === "ask-model"
      ? null
      : `permissions is '${policy.permissions}': the farm answers these questions itself`;
  }
  const refused =
    isHomeScreen(front) && !isNamed(policy.packages.deny, front) ? null : packageRefusal(front, policy);
  if (refused !== null) return refused;
  const kind = kindRefusal(kindsOfPackage(front), policy);
  if (kind !== null) return `${front} is an app of that kind: ${kind}`;
  const part = kindRefusal(kindsOfElement(action, facts), policy);
  if (part !== null) return `this part of the system's own windows is of that kind: ${part}`;
  const shown = address === undefined || !isBrowser(front) ? null : shownAddress(address);
  const page = shown === null ? null : urlRefusal(shown, policy);
  return page === null ? null : `the page in front may not be visited: ${page}`;
}

/** Why the policy forbids an action, in words for the model and for people; null when it is allowed. Pure. */
export function policyRefusal(action: PolicedAction, policy: Policy, facts: PolicyFacts): string | null {
  const because = (what: string, why: string | null): string | null =>
    why === null ? null : refusalOf(what, why);
  const kind = because(`'${action.action}'`, kindRefusal([action.kind], policy));
  if (kind !== null) return kind;
  const { package: opened, url } = action;
  if (opened !== undefined) {
    const why = packageRefusal(opened, policy) ?? kindRefusal(kindsOfPackage(opened), policy);
    if (why !== null) return because(`opening ${opened}`, why);
  }
  if (url !== undefined) {
    const why = urlRefusal(url, policy);
    if (why !== null) return because(`opening '${url.slice(0, 200)}'`, why);
  }
  if (possibleAnywhere.includes(action.kind)) return null;
  const place = because(
    `'${action.action}' here; go back, go home or open another app`,
    placeRefusal(action, policy, facts),
  );
  if (place !== null) return place;
  return isBrowser(facts.package) ? barRefusal(action, policy, facts) : null;
}

/** What is typed is looked at by itself. A touch may be of what opens the bar's text; before Enter a host reads it again. */
function barRefusal({ kind, text }: PolicedAction, policy: Policy, facts: PolicyFacts): string | null {
  if (text !== undefined) return openingRefusal(typedAddress(text), policy);
  const { written = "", package: browser } = facts;
  return kind === "touch" ? openingRefusal(openedFrom(written, browser), policy) : null;
}

/** Why an address that is in a bar may not be opened, in words; null when there is none or it may. */
export function openingRefusal(address: string | null, policy: Policy): string | null {
  const why = address === null ? null : urlRefusal(address, policy);
  return why === null ? null : refusalOf(`opening '${address?.slice(0, 200)}'`, why);
}

const refusalOf = (what: string, why: string): string =>
  `The policy of this job does not allow ${what}: ${why}.`;
