import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Instance metadata by sessions, and Auto Scaling's API, as far as a host asks of them. */
export async function startStandInEc2() {
  /** Below `meta-data/`. */
  const metadata = new Map<string, string>();
  const asked: URLSearchParams[] = [];
  /** What Auto Scaling says instead of yes. */
  const refusals: string[] = [];
  let sessions = 0;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://ec2").pathname;
    if (request.method === "PUT" && path === "/latest/api/token") {
      sessions += 1;
      return response.end(`session-${sessions}`);
    }
    if (path.startsWith("/latest/meta-data/")) {
      if (request.headers["x-aws-ec2-metadata-token"] !== `session-${sessions}`)
        return response.writeHead(401).end();
      const value = metadata.get(path.slice("/latest/meta-data/".length));
      return value === undefined ? response.writeHead(404).end() : response.end(value);
    }
    asked.push(new URLSearchParams(await bodyOf(request)));
    const refusal = refusals.shift();
    response.setHeader("content-type", "text/xml");
    if (refusal !== undefined)
      return response
        .writeHead(400)
        .end(
          `<ErrorResponse><Error><Type>Sender</Type><Code>${refusal}</Code><Message>no</Message></Error></ErrorResponse>`,
        );
    const action = asked.at(-1)?.get("Action");
    return response.end(`<${action}Response><${action}Result/></${action}Response>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metadata,
    asked,
    refusals,
    /** Sessions of before are not known any more. */
    forgetSessions: () => {
      sessions += 1;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
