import type { Policy, PolicyChoice } from "#shared/contracts/job/policy.ts";
import { boundPolicy } from "#shared/rules/policy/bound-policy.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";

type Hosts = Policy["urls"]["hosts"];
const text = (value: unknown): string => JSON.stringify(value) ?? "none";
const hasAll = (items: readonly unknown[], wanted: readonly unknown[]): boolean =>
  wanted.every((one) => items.some((item) => text(item) === text(one)));

/** By their words: bounds of hosts stand beside each other and are never joined. */
const isWider = (asked: Hosts, farm: Hosts): boolean =>
  !hasAll(farm.also, asked.also) ||
  !hasAll(asked.deny, farm.deny) ||
  !hasAll(asked.within, farm.within) ||
  (farm.allow !== undefined && !hasAll(farm.allow, asked.allow ?? []));

/** Its rules for crashes and its time limit of approvals allow nothing. */
const leavesOf = ({ appErrors, urls: { schemes }, approve, ...others }: Policy): Map<string, string> => {
  const { timeoutMinutes, ...approved } = approve;
  const parts = Object.entries({ ...others, urls: { schemes }, approve: approved });
  const leaves = parts.flatMap(([part, value]): (readonly [string, string])[] =>
    typeof value === "string"
      ? [[part, value]]
      : Object.entries(value).map(([leaf, one]) => [`${part}.${leaf}`, text(one)]),
  );
  return new Map(leaves);
};

/** The parts of what is asked for that allow more than the farm's policy, with what they say: `policy.actions.deny: []`. */
export function widenedPolicy(choice: PolicyChoice, farm: Policy): readonly string[] {
  const asked = resolvePolicy(choice, farm);
  const leaves = leavesOf(asked);
  const widened = [...leavesOf(boundPolicy(asked, farm))].flatMap(([name, bound]) =>
    bound === leaves.get(name) ? [] : [`policy.${name}: ${leaves.get(name)}`],
  );
  const { hosts } = asked.urls;
  return isWider(hosts, farm.urls.hosts) ? [...widened, `policy.urls.hosts: ${text(hosts)}`] : widened;
}
