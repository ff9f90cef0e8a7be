import type { ActionKind, Policy } from "../../contracts/policy.ts";
import { kindRefusal } from "./kind-refusal.ts";
import { asksForPermission, isBrowser, isHomeScreen, kindsOfPackage } from "./kinds-of.ts";
import { typedAddress, urlRefusal } from "./url-refusal.ts";

/** What a policy must know of an action, whichever list of actions it is from. */
export interface PolicedAction {
  readonly action: string;
  readonly kind: ActionKind;
  /** The app that it opens. */
  readonly package?: string | undefined;
  /** The address that it opens. */
  readonly url?: string | undefined;
  /** What it types. */
  readonly text?: string | undefined;
}

/** Where it would be done. */
export interface PolicyFacts {
  /** The app in front; empty when Android names none. */
  readonly package: string;
  /** What stands in a browser's address bar; undefined when there is none, or somebody is writing in it. */
  readonly address?: string | undefined;
}

/** These leave an app or do nothing in it, so they are possible in one that may not be used; they keep their own rules. */
export const possibleAnywhere: readonly ActionKind[] = ["navigation", "apps", "browser", "talk", "none"];

export const isNamed = (rules: readonly string[], packageName: string): boolean =>
  rules.some((rule) =>
    rule.endsWith(".*") ? packageName.startsWith(rule.slice(0, -1)) : rule === packageName,
  );

function packageRefusal(packageName: string, { packages }: Policy): string | null {
  if (isNamed(packages.deny, packageName)) return `packages.deny names ${packageName}`;
  if (packages.allow === undefined || isNamed(packages.allow, packageName)) return null;
  return `packages.allow does not name ${packageName === "" ? "an app that is not known" : packageName}`;
}

/** Why nothing may be done in what is in front. */
function placeRefusal({ package: front, address }: PolicyFacts, policy: Policy): string | null {
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
  const shown = address === undefined || !isBrowser(front) ? null : typedAddress(address);
  const page = shown === null ? null : urlRefusal(shown, policy);
  return page === null ? null : `the page in front may not be visited: ${page}`;
}

/** Why the policy forbids an action, in words for the model and for people; null when it is allowed. Pure. */
export function policyRefusal(action: PolicedAction, policy: Policy, facts: PolicyFacts): string | null {
  const because = (what: string, why: string | null): string | null =>
    why === null ? null : `The policy of this job does not allow ${what}: ${why}.`;
  const kind = because(`'${action.action}'`, kindRefusal([action.kind], policy));
  if (kind !== null) return kind;
  const { package: opened, url, text } = action;
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
    placeRefusal(facts, policy),
  );
  if (place !== null) return place;
  const typed = text === undefined || !isBrowser(facts.package) ? null : typedAddress(text);
  return typed === null ? null : because(`opening '${typed.slice(0, 200)}'`, urlRefusal(typed, policy));
}
