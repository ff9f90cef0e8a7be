import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Not an address of the public internet (IANA's special-purpose registries). An IPv4 address in an IPv6 one is seen as such. */
const innerAddresses = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  innerAddresses.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  // Old forms that have an IPv4 address in them too: `::127.0.0.1`, `::ffff:0:127.0.0.1`, Teredo, 6to4.
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const)
  innerAddresses.addSubnet(net, prefix, "ipv6");

const ownAddresses = new BlockList();
ownAddresses.addSubnet("127.0.0.0", 8, "ipv4");
ownAddresses.addAddress("::1", "ipv6");

/**
 * How far an address may lead that a caller named: `public` to https on the public internet alone, `loopback` also to this machine, by
 * http too, `anywhere` wherever it names.
 */
export type Reach = "public" | "loopback" | "anywhere";

const isOwnAddress = (address: string): boolean =>
  ownAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

export const isInnerAddress = (address: string): boolean =>
  innerAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Every address of the name is checked, and one of them is used. */
const lookupOf =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      if (addresses.some(({ address }) => !mayReach(address))) return done(new InnerAddress(hostname), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first?.address ?? "", first?.family ?? 4);
    });
  };

export const outerLookup = lookupOf((address) => !isInnerAddress(address));

/** What is not encrypted stays on this machine. */
const mayReachBy = ({ protocol }: URL): ((address: string) => boolean) =>
  protocol === "https:" ? (address) => isOwnAddress(address) || !isInnerAddress(address) : isOwnAddress;

/** For the connection to that address; none where nothing is looked at. @throws Error by what is written alone */
export function lookupWithin(reach: Reach, target: URL): { readonly lookup?: LookupFunction } {
  if (reach === "anywhere") return {};
  if (reach === "public") {
    checkOuter(target);
    return { lookup: outerLookup };
  }
  const mayReach = mayReachBy(target);
  const host = hostOf(target);
  if (isIP(host) !== 0 && !mayReach(host)) throw new InnerAddress(host);
  if (target.protocol !== "https:" && isIP(host) === 0 && host !== "localhost")
    throw new Error("It is not https.");
  return { lookup: lookupOf(mayReach) };
}

/**
 * It is never asked again: a farm that wants such addresses says so in its config. Which address it is stays unsaid: whoever named the
 * host would learn what is in a network that is not theirs.
 */
export class InnerAddress extends Error {
  constructor(host: string) {
    super(`${host} is not an address on the public internet`);
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Checks only the written address: https, and no private address; a name is checked when it is resolved. */
export const looksOuter = (target: URL): boolean =>
  target.protocol === "https:" && (isIP(hostOf(target)) === 0 || !isInnerAddress(hostOf(target)));

/** @throws Error for what is no https address of the public internet by what is written */
export function checkOuter(target: URL): void {
  if (target.protocol !== "https:") throw new Error("It is not https.");
  if (!looksOuter(target)) throw new InnerAddress(hostOf(target));
}
