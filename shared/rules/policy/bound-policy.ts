import type { Policy, PolicyBounds } from "../../contracts/job/policy.ts";
import { covers } from "./policy-refusal.ts";

type Rule<Asked, Most> = (asked: Asked, most: Exclude<Most, undefined>) => Asked;
/** One for each part of a policy: a part that is forgotten does not compile. */
type Rules<Asked, Most> =
  | Rule<Asked, Most>
  | {
      readonly [Part in keyof Required<Asked>]: Rules<
        Asked[Part],
        Part extends keyof NonNullable<Most> ? NonNullable<Most>[Part] : never
      >;
    };

const same = <Item>(one: Item, other: Item): boolean => JSON.stringify(one) === JSON.stringify(other);
const distinct = <Item>(items: readonly Item[]): Item[] =>
  items.filter((item, index) => items.findIndex((other) => same(item, other)) === index);

/** In both lists; of two rules one of which holds for all that the other does, the narrower. Absent: all. */
const shared =
  <Item>(holdsFor: (wide: Item, narrow: Item) => boolean) =>
  (asked: Item[] | undefined, most: readonly Item[]): Item[] =>
    asked === undefined
      ? [...most]
      : distinct([
          ...asked.filter((item) => most.some((wide) => holdsFor(wide, item))),
          ...most.filter((item) => asked.some((wide) => holdsFor(wide, item))),
        ]);
const either = <Item>(asked: readonly Item[], most: readonly Item[]): Item[] => distinct([...asked, ...most]);
const both = (asked: boolean, most: boolean): boolean => asked && most;

/** Each allows what the previous one allows, and more. */
const permissions: readonly Policy["permissions"][] = ["deny", "ask-model", "allow"];

const rules = {
  packages: { allow: shared(covers), deny: either },
  urls: {
    schemes: shared(same),
    hosts: (asked, { within = [], ...most }) => ({
      ...asked,
      within: distinct([...asked.within, ...within, most]),
    }),
  },
  actions: { allow: shared(same), deny: either },
  permissions: (asked, most) =>
    permissions[Math.min(permissions.indexOf(asked), permissions.indexOf(most))] ?? "deny",
  // None of these does more than another.
  appErrors: (_, most) => most,
  adb: { port: both, root: both, reboot: both },
  approve: {
    ...{ categories: either, kinds: either, packages: either, selectors: either },
    // Silence is a no.
    timeoutMinutes: Math.min,
  },
} as const satisfies Rules<Policy, PolicyBounds>;

type Part = Readonly<Record<string, unknown>>;
type AnyRules = { readonly [part: string]: AnyRules | Rule<never, never> };

/** What both allow. It never allows what either forbids. Pure. */
export const boundPolicy = (asked: Policy, most: PolicyBounds): Policy =>
  applied(rules as unknown as AnyRules, asked, most) as unknown as Policy;

function applied(rulesOf: AnyRules, asked: Part, most: Part): Part {
  const parts = Object.entries(rulesOf).map(([name, rule]) => {
    const bound = most[name];
    if (bound === undefined) return [name, asked[name]];
    return [
      name,
      typeof rule === "function"
        ? rule(asked[name] as never, bound as never)
        : applied(rule, asked[name] as Part, bound as Part),
    ];
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}
