import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findIssuer, inWords } from "#cli/sign-in/issuer.ts";
import { signInByCode } from "#cli/sign-in/sign-in-by-code.ts";
import { signInByDevice } from "#cli/sign-in/sign-in-by-device.ts";
import { signInMachine } from "#cli/sign-in/sign-in-machine.ts";
import { type Issuer, startIssuer } from "../../issuer.ts";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer({ byDevice: true });
});
afterAll(() => issuer.close());
afterEach(() => vi.unstubAllEnvs());

const now = new Date("2026-11-22T12:00:00.000Z");
const found = (clientId = issuer.clientId) => findIssuer(issuer.url, clientId);
const byCode = async (
  show: (address: string) => Promise<void>,
  { signal = new AbortController().signal, ports = [0] } = {},
) => signInByCode(await found(), { scope: "openid jobs:read", show, signal, ports, now: () => now });
const fetched = async (address: string): Promise<void> => {
  await fetch(address);
};

describe("a sign-in on the issuer's page", () => {
  it("comes back to this machine with a code, which the verifier alone turns into tokens", async () => {
    const tokens = await byCode(fetched);
    expect(tokens).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      expiresAt: "2026-11-22T12:05:00.000Z",
      by: "person",
    });
    expect(issuer.accepts(tokens.access)).toBe(true);
    expect(issuer.asked.at(-1)).toMatchObject({
      redirect_uri: expect.stringMatching(/^http:\/\/localhost:\d+\/signed-in$/),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(issuer.asked.at(-1)).not.toHaveProperty("client_secret");
  });

  it("hears no stranger: whoever calls with another state changes nothing", async () => {
    const tokens = await byCode(async (address) => {
      const back = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
      const evil = await fetch(`${back.origin}/signed-in?code=evil&state=evil`);
      expect([evil.status, (await fetch(`${back.origin}/other`)).status]).toEqual([404, 404]);
      await fetch(address);
    });
    expect(issuer.accepts(tokens.access)).toBe(true);
  });

  it("takes the next port when another command waits on the first, and says when all are taken", async () => {
    const holding = (port: number) =>
      startLoopbackServer({
        port,
        answer: async () => ({ status: 200, headers: {}, body: "" }),
        bodyLimitBytes: 0,
        tooLarge: { status: 413, headers: {}, body: "" },
      });
    const others = await Promise.all([holding(0), holding(0)]);
    const ports = others.map(({ port }) => port);
    try {
      await expect(byCode(fetched, { ports })).rejects.toThrow(
        `The ports ${ports.join(", ")} are all in use`,
      );
      await others[1]?.close();
      await byCode(fetched, { ports });
      expect(issuer.asked.at(-1)?.redirect_uri).toContain(`:${ports[1]}/`);
    } finally {
      await Promise.all(others.map((server) => server.close()));
    }
  });

  it("ends when nobody signs in any more", async () => {
    const given = new AbortController();
    const waiting = byCode(async () => given.abort(), { signal: given.signal });
    await expect(waiting).rejects.toThrow("Nobody signed in.");
  });

  it("tells what the issuer says when it refuses", async () => {
    const refused = inWords(issuer.url, () =>
      byCode(async (address) => {
        const { searchParams } = new URL(address);
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        const state = searchParams.get("state") ?? "";
        const said = { error: "access_denied", error_description: "You may not", state };
        await fetch(`${back}?${new URLSearchParams(said)}`);
      }),
    );
    await expect(refused).rejects.toMatchObject({
      message: `Sign-in at ${issuer.url} failed: You may not.`,
      exitCode: 10,
    });
  });
});

describe("a sign-in by a code for another device", () => {
  const byDevice = async (pauses: number[], clock = () => now) =>
    signInByDevice(await found(), {
      scope: "jobs:read",
      now: clock,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      show: async (address, code) => {
        expect([address, code]).toEqual([`${issuer.url}/activate`, "ABCD-EFGH"]);
      },
    });

  it("asks as often as the issuer says until somebody has signed in, and less often when told so", async () => {
    issuer.answerDevice("authorization_pending", "slow_down", "authorization_pending");
    const pauses: number[] = [];
    const tokens = await byDevice(pauses);
    expect(issuer.accepts(tokens.access)).toBe(true);
    expect(pauses).toEqual([1_000, 1_000, 6_000, 6_000]);
  });

  it("ends when it was refused, and when its time is over", async () => {
    issuer.answerDevice("access_denied");
    await expect(byDevice([])).rejects.toMatchObject({ error: "access_denied" });
    issuer.answerDevice("authorization_pending");
    const times = [now, now, new Date(now.getTime() + 601_000)];
    await expect(byDevice([], () => times.shift() ?? now)).rejects.toThrow("before the code expired");
  });
});

describe("a machine's sign-in", () => {
  it("shows its secret in the header that the issuer takes, and asks for all that it may have", async () => {
    const { clientId, secret } = issuer.machine;
    const tokens = await signInMachine(await found(clientId), secret, undefined, now);
    expect(tokens).toMatchObject({ refresh: null, by: "machine", expiresAt: "2026-11-22T12:05:00.000Z" });
    expect(issuer.asked.at(-1)).toEqual({ grant_type: "client_credentials" });
    await signInMachine(await found(clientId), secret, "jobs:read", now);
    expect(issuer.asked.at(-1)).toMatchObject({ scope: "jobs:read" });
  });

  it("is told when its secret is wrong", async () => {
    const issuerOfMachine = await found(issuer.machine.clientId);
    const refused = inWords(issuer.url, () => signInMachine(issuerOfMachine, "wrong", undefined, now));
    await expect(refused).rejects.toThrow("The secret is wrong");
  });
});

it("says so of an address where no issuer is, and asks none by http that is not on this machine", async () => {
  await expect(findIssuer("http://127.0.0.1:1", "c")).rejects.toThrow(/Sign-in at .*127.0.0.1:1 failed/);
  await expect(findIssuer("http://issuer.example", "c")).rejects.toThrow(/Sign-in at .* failed/);
});
