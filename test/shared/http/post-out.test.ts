import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postOut } from "#shared/http/post-out.ts";

let url: string;
let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  request.resume();
  if (request.url === "/silent") return;
  response.write("x".repeat(10_000));
  if (request.url !== "/endless") response.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = { body: "{}", timeoutMilliseconds: 5_000, longestReplyBytes: 100 } as const;

it.each([
  "https://localhost:1/",
  "https://127.0.0.1:1/",
  "https://[::1]:1/",
  "https://[::ffff:10.0.0.1]/",
  "https://2130706433/",
])(
  "%s is not called where only the public internet may be, though its name looks like any other",
  async (inner) => {
    await expect(postOut({ ...call, url: inner, reach: "public" })).rejects.toThrow(
      "not an address on the public internet",
    );
  },
);

it.each(["public", "loopback"] as const)(
  "a refusal does not say which address an inner name stands for (%s)",
  async (reach) => {
    const url = reach === "public" ? "https://localhost:1/" : "https://0.0.0.0.:1/";
    const refused = await postOut({ ...call, url, reach }).catch((error: unknown) => error);
    const { host } = new URL(url);
    expect(refused).toMatchObject({
      message: `${host.replace(":1", "")} is not an address on the public internet`,
    });
  },
);

it("a farm that may call its own machine calls no other inner address, and by http nothing else", async () => {
  await expect(postOut({ ...call, url: "https://169.254.169.254/", reach: "loopback" })).rejects.toThrow(
    "169.254",
  );
  await expect(postOut({ ...call, url: "http://93.184.216.34/", reach: "loopback" })).rejects.toThrow(
    "93.184",
  );
  await expect(postOut({ ...call, url: "http://example.com/", reach: "loopback" })).rejects.toThrow(
    "not https",
  );
  const local = url.replace("127.0.0.1", "localhost");
  expect(await postOut({ ...call, url: local, reach: "loopback", cut: true })).toMatchObject({ status: 200 });
});

it("an answer that is longer than it may be is an error, or is not read to its end", async () => {
  await expect(postOut({ ...call, url, reach: "anywhere" })).rejects.toThrow("longer than 100 bytes");
  const before = asked;
  const { status, text } = await postOut({ ...call, url: `${url}/endless`, reach: "anywhere", cut: true });
  expect([status, text, asked]).toEqual([200, "", before + 1]);
});

it("a service that never answers is waited for no longer than it may take", async () => {
  const silent = postOut({ ...call, url: `${url}/silent`, reach: "anywhere", timeoutMilliseconds: 200 });
  await expect(silent).rejects.toThrow("did not respond in time");
});
