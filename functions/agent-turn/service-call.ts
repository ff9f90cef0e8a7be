import { lookup as lookUp } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
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
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  innerAddresses.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const)
  innerAddresses.addSubnet(net, prefix, "ipv6");

export const isInnerAddress = (address: string): boolean =>
  innerAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Every address that the name stands for is looked at, and the one that is used is one of them. */
const outerLookup: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, []);
    const inner = addresses.find(({ address }) => isInnerAddress(address));
    if (inner !== undefined) return done(new InnerAddress(hostname, inner.address), []);
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    return done(null, first?.address ?? "", first?.family ?? 4);
  });
};

/** It is never asked again: a farm that wants such addresses says so in its config. */
export class InnerAddress extends Error {
  constructor(host: string, address: string) {
    super(`${host} is ${address}, which is no address of the public internet`);
  }
}

interface ServiceCall {
  readonly url: string;
  readonly body: unknown;
  readonly timeoutMilliseconds: number;
  /** The farm's config lets agents be called where only this machine or its network can. */
  readonly mayBeLocal: boolean;
}

export interface ServiceReply {
  readonly status: number;
  readonly text: string;
}

/** Longer than five long actions with long thoughts are. */
const longestReplyBytes = 512 * 1_024;

/** One POST. Redirects are not followed: they would lead where nobody looked. @throws Error saying what was wrong */
export function callService({
  url,
  body,
  timeoutMilliseconds,
  mayBeLocal,
}: ServiceCall): Promise<ServiceReply> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  if (!mayBeLocal && target.protocol !== "https:") return Promise.reject(new Error("It is not https."));
  if (!mayBeLocal && isIP(host) !== 0 && isInnerAddress(host))
    return Promise.reject(new InnerAddress(host, host));
  const text = JSON.stringify(body);
  const signal = AbortSignal.timeout(Math.max(1, timeoutMilliseconds));
  const { promise, resolve, reject } = Promise.withResolvers<ServiceReply>();
  const asked = (target.protocol === "https:" ? httpsRequest : httpRequest)(
    target,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        accept: "application/json",
        "user-agent": "drover",
      },
      signal,
      ...(mayBeLocal ? {} : { lookup: outerLookup }),
    },
    (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > longestReplyBytes)
          asked.destroy(new Error(`Its answer is longer than ${longestReplyBytes} bytes.`));
        else parts.push(part);
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
      );
      response.on("error", reject);
    },
  );
  asked.on("error", (error) => reject(signal.aborted ? new Error("It did not answer in time.") : error));
  asked.end(text);
  return promise;
}
