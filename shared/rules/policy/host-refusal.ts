import ipaddr from "ipaddr.js";
import type { Policy } from "../../contracts/job/policy.ts";

type Address = ReturnType<typeof ipaddr.parse>;
type HostRules = Policy["urls"]["hosts"];

/** A mapped address is the one that it maps: `::ffff:127.0.0.1` is 127.0.0.1. */
const addressOf = (host: string): Address | null => {
  const bare = host.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
};

/** As a parser of URLs writes it, without a dot at the end: in lower case, letters beyond ASCII as punycode. */
export function canonicalHost(host: string): string {
  const written = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}/`;
  const parsed = URL.canParse(written) ? new URL(written).hostname : host.toLowerCase();
  return parsed.replace(/\.+$/, "");
}

const inRange = (address: Address, range: string): boolean => {
  const [network, bits] = ipaddr.parseCIDR(range);
  return address.kind() === network.kind() && address.match(network, bits);
};

/** A name includes its subdomains; an address only itself. */
function matches(host: string, address: Address | null, rule: string): boolean {
  if (rule.includes("/")) return address !== null && inRange(address, rule);
  const ruled = addressOf(rule);
  if (ruled !== null) return address !== null && address.toNormalizedString() === ruled.toNormalizedString();
  const name = canonicalHost(rule);
  return host === name || host.endsWith(`.${name}`);
}

/** Names that mean this device or its network whatever the resolver says. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain)$/;

/** Why the host is none of the public ones that all may visit; null: it is. */
function oddity(host: string, address: Address | null): string | null {
  if (address !== null) {
    const range = address.range();
    return range === "unicast" ? null : `its address is ${range}, not public`;
  }
  if (localNames.test(host) || !host.includes(".")) return "it is a name of a private network";
  if (host.split(".").some((label) => label.startsWith("xn--")))
    return "it is spelt with letters that can look like others";
  return null;
}

/**
 * Why the host of an address may not be opened; null when it may. Whatever way it is written is read as a browser would:
 * decimal, octal and hexadecimal numbers, upper case, a dot at the end. What a name resolves to is the device's to find out
 * and is not known here.
 */
export function hostRefusal(written: string, { within, ...own }: HostRules): string | null {
  const host = canonicalHost(written);
  const address = addressOf(host);
  const reasons = [own, ...within].map((rules, index) => {
    const isIn = (listed: readonly string[] = []) => listed.some((rule) => matches(host, address, rule));
    const list = index === 0 ? "urls.hosts" : "urls.hosts.within";
    const { allow, also } = rules;
    if (isIn(rules.deny)) return `${list}.deny names ${host}`;
    if (isIn(also)) return null;
    if (allow !== undefined) return isIn(allow) ? null : `${list}.allow does not name ${host}`;
    const odd = also === undefined ? null : oddity(host, address);
    return odd === null ? null : `${host} is not opened because ${odd}; ${list}.also could name it`;
  });
  return reasons.find((reason) => reason !== null) ?? null;
}
