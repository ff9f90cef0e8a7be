import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackServer, startLoopbackServer } from "../../src/http/loopback-server.ts";
import type { WireRequest, WireService } from "../../src/http/wire.ts";

let server: LoopbackServer;
let seen: WireRequest[];
let answer: WireService;

const hello: WireService = async () => ({ status: 200, headers: {}, body: "hello" });
beforeEach(async () => {
  seen = [];
  answer = hello;
  server = await startLoopbackServer({
    answer: (request) => {
      seen.push(request);
      return answer(request);
    },
    bodyLimitBytes: 1_000,
    tooLarge: { status: 413, headers: {}, body: "too large" },
  });
});
afterEach(() => server.close());

/** Everything that comes back for these bytes until the connection ends. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}
const get = (host: string, more = "", target = "/"): Promise<string> =>
  raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

describe("a loopback server", () => {
  it.each(["127.0.0.1", "localhost", "LOCALHOST:80", "[::1]:8080", "127.0.0.1:1"])(
    "answers a client that calls it %s",
    async (host) => {
      expect(await get(host)).toMatch(/^HTTP\/1\.1 200 [\s\S]*x-content-type-options: nosniff[\s\S]*hello$/i);
    },
  );

  it.each([
    "evil.example",
    "a@127.0.0.1",
    "127.0.0.1.evil.example",
    "127.0.0.1:80@evil.example",
    "localhost.",
    "127.1",
    "0x7f000001",
    "127.0.0.1, evil.example",
    "",
  ])("refuses a client that calls it %j", async (host) => {
    expect(await get(host)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it("answers a page of its own, by the name that the page was opened with", async () => {
    for (const host of ["localhost:4100", "127.0.0.1:4100", "LOCALHOST:4100"])
      expect(await get(host, `Origin: http://${host.toLowerCase()}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ...["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://a@localhost"],
    // Other servers of this machine serve pages too.
    ...["http://localhost:4100", "https://localhost", "http://127.0.0.1", "http://localhost:80"],
  ])("refuses a page of the origin %s", async (origin) => {
    expect(await get("localhost", `Origin: ${origin}\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it("refuses two Host headers, and a target that is no path", async () => {
    expect(await get("127.0.0.1", "Host: evil.example\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    for (const target of ["http://evil.example/", "*", "/a\\..\\b", "/a#b"]) {
      expect(await get("127.0.0.1", "", target)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(seen).toEqual([]);
  });

  it("looks at no body beyond its limit, and says so", async () => {
    const post = (size: number) => fetch(server.url, { method: "POST", body: "x".repeat(size) });
    expect((await post(1_000)).status).toBe(200);
    const refused = await post(1_001);
    expect([refused.status, await refused.text()]).toEqual([413, "too large"]);
    expect(seen.map(({ body }) => body.length)).toEqual([1_000]);
  });

  it("hangs up where its service throws, and answers the next request", async () => {
    answer = () => Promise.reject(new Error("the script says so"));
    await expect(fetch(server.url)).rejects.toThrow();
    answer = hello;
    expect(await (await fetch(server.url)).text()).toBe("hello");
  });

  it("sends no body to a HEAD, but its length", async () => {
    const response = await fetch(server.url, { method: "HEAD" });
    expect([await response.text(), response.headers.get("content-length")]).toEqual(["", "5"]);
  });

  it("tells its service when a client goes away", async () => {
    const arrived = Promise.withResolvers<WireRequest>();
    const finish = Promise.withResolvers<void>();
    answer = async (request) => {
      arrived.resolve(request);
      await finish.promise;
      return hello(request);
    };
    const leaving = new AbortController();
    const left = fetch(server.url, { signal: leaving.signal }).catch(() => "left");
    const { gone } = await arrived.promise;
    expect(gone?.aborted).toBe(false);
    leaving.abort();
    expect(await left).toBe("left");
    await expect.poll(() => gone?.aborted).toBe(true);
    finish.resolve();
  });

  it("closes although a request is never answered, and may be closed twice", async () => {
    answer = () => new Promise(() => undefined);
    const unanswered = fetch(server.url).catch(() => "cut");
    await expect.poll(() => seen.length).toBe(1);
    await server.close();
    await server.close();
    expect(await unanswered).toBe("cut");
  });

  it("names a port that is taken", async () => {
    const second = startLoopbackServer({
      answer: hello,
      port: server.port,
      bodyLimitBytes: 1,
      tooLarge: { status: 413, headers: {}, body: "" },
    });
    await expect(second).rejects.toMatchObject({
      name: "StartRefused",
      message: `Port ${server.port} on 127.0.0.1 is in use.`,
    });
  });
});
