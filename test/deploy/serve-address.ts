import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";

interface AddressParts {
  /** Of API Gateway. */
  readonly originUrl: string;
  /** What the distribution adds to a request, in place of what the viewer says there. */
  readonly added: readonly (readonly [string, string])[];
}

/** What a connection says of itself, and what a client has undone already. */
const notHandedOn = ["connection", "content-length", "content-encoding", "keep-alive", "transfer-encoding"];
const kept = (headers: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !notHandedOn.includes(name)));

/** CloudFront before the API, by the managed policies that its behaviour names: nothing is kept, and every header but the host's is handed on. */
export const serveAddress = ({ originUrl, added }: AddressParts): Promise<LoopbackServer> =>
  startLoopbackServer({
    bodyLimitBytes: 64 * 1024 * 1024,
    tooLarge: { status: 413, headers: {}, body: "" },
    async answer({ method, path, query, headers: { host: _host, ...headers }, body }) {
      const answer = await fetch(`${originUrl}${path}${query === "" ? "" : `?${query}`}`, {
        method,
        headers: { ...kept(Object.entries(headers)), ...Object.fromEntries(added) },
        redirect: "manual",
        ...(["GET", "HEAD"].includes(method) ? {} : { body: new Uint8Array(body) }),
      });
      return {
        status: answer.status,
        headers: kept(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    },
  });
