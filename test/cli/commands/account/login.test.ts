import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import { type Issuer, startIssuer } from "../../../issuer.ts";
import { commandLineHere } from "../../command-line-here.ts";

let issuer: Issuer;
let farm: LoopbackServer;
/** The tokens that the farm was asked with. */
let shown: string[];
let dir: string;

const json = (value: unknown, status = 200): WireResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** A console's address: its settings, and an API that takes the issuer's tokens alone, as API Gateway does. */
async function answer({ path: asked, headers }: WireRequest): Promise<WireResponse> {
  if (asked === "/console-config.json") {
    const signIn = { issuer: issuer.url, clientId: issuer.clientId, scope: "openid jobs:read" };
    return json({ schemaVersion: 1, place: "acme", signIn });
  }
  const token = headers.authorization?.replace("Bearer ", "") ?? "";
  shown.push(token);
  return issuer.accepts(token) ? json({ items: [] }) : json({ message: "Unauthorized" }, 401);
}

beforeAll(async () => {
  issuer = await startIssuer();
  const tooLarge = json({}, 413);
  farm = await startLoopbackServer({ answer, bodyLimitBytes: 10_000, tooLarge });
});
afterAll(async () => {
  await Promise.all([farm.close(), issuer.close()]);
});
beforeEach(async () => {
  shown = [];
  dir = await mkdtemp(path.join(tmpdir(), "drover-login-"));
  for (const name of ["DROVER_API_URL", "DROVER_TOKEN", "DROVER_PROFILE", "DROVER_CLIENT_SECRET"])
    vi.stubEnv(name, undefined);
  vi.stubEnv("XDG_CONFIG_HOME", dir);
  vi.stubEnv("DISPLAY", ":9");
  // The person's browser: it goes where the issuer sends it.
  const opener = path.join(dir, "xdg-open");
  await writeFile(opener, `#!/bin/sh\nexec '${process.execPath}' -e 'fetch(process.argv[1])' "$1"\n`);
  await chmod(opener, 0o755);
  vi.stubEnv("PATH", `${dir}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true });
});

const jobs = (...args: readonly string[]) =>
  commandLineHere("jobs", "--dir", path.join(dir, "none"), ...args);
const signIn = (...args: readonly string[]) => commandLineHere("login", "--endpoint", farm.url, ...args);
const kept = () => readFile(path.join(dir, "drover", "profiles.json"), "utf8");
const asMachine = () => {
  vi.stubEnv("DROVER_CLIENT_SECRET", issuer.machine.secret);
  return signIn("--client-id", issuer.machine.clientId, "--issuer", issuer.url);
};

const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)(`drover login${isLinux ? "" : " (its browser here is a script for Linux)"}`, () => {
  it("finds the issuer at the console's address, signs in, and keeps the tokens for its user alone", async () => {
    const { code, stdout, stderr } = await signIn();
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(`signed in to ${farm.url}; the profile 'default' is used from now on`);
    expect((await stat(path.join(dir, "drover", "profiles.json"))).mode & 0o777).toBe(0o600);
    expect((await jobs()).code).toBe(0);
    expect(issuer.accepts(shown[0] ?? "")).toBe(true);
  });

  it("says whose token it is, and shows the token nowhere", async () => {
    await signIn();
    const { stdout } = await commandLineHere("whoami", "--dir", path.join(dir, "none"));
    expect(stdout).toMatch(/^ada at http:.*\n {2}tenant acme\n {2}scopes jobs:read\n {2}until 20/);
    const { tokens } = JSON.parse(await kept()).profiles.default;
    const listed = await commandLineHere("config", "list", "--json");
    expect(JSON.parse(listed.stdout)).toMatchObject({
      items: [{ name: "default", used: true, endpoint: farm.url, signedIn: { by: "person" } }],
      cursor: null,
    });
    expect(stdout + listed.stdout).not.toContain(tokens.access);
  });
});

describe("a token that is refused", () => {
  it("is renewed once, by a refresh token that is good once, and kept", async () => {
    await signIn();
    issuer.endTokens();
    expect((await jobs()).code).toBe(0);
    expect(shown).toHaveLength(2);
    const renewed = shown[1];
    shown = [];
    expect((await jobs()).code).toBe(0);
    expect(shown).toEqual([renewed]);
  });

  it("is renewed before it is over, without the farm being asked with it", async () => {
    await signIn();
    const file = path.join(dir, "drover", "profiles.json");
    const old = JSON.parse(await kept());
    old.profiles.default.tokens.expiresAt = new Date(Date.now() + 30_000).toISOString();
    await writeFile(file, JSON.stringify(old));
    issuer.endTokens();
    expect((await jobs()).code).toBe(0);
    expect(shown).toHaveLength(1);
  });

  it("ends in the gateway's words and what to do, when nothing renews it", async () => {
    await signIn();
    issuer.endTokens();
    issuer.endSessions();
    const { code, stderr } = await jobs();
    expect(code).toBe(10);
    expect(stderr).toContain("Sign in again: drover login");
  });
});

describe("a machine", () => {
  it("signs in with a secret from the environment, and again with it when its token is refused", async () => {
    expect((await asMachine()).code).toBe(0);
    expect(await kept()).not.toContain(issuer.machine.secret);
    issuer.endTokens();
    expect((await jobs()).code).toBe(0);
    vi.stubEnv("DROVER_CLIENT_SECRET", undefined);
    issuer.endTokens();
    expect((await jobs()).code).toBe(10);
  });

  it("is told what is missing or wrong", async () => {
    vi.stubEnv("DROVER_CLIENT_SECRET", "wrong");
    expect(await signIn()).toMatchObject({ code: 2, stderr: expect.stringContaining("--client-id") });
    const refused = await signIn("--client-id", issuer.machine.clientId, "--issuer", issuer.url);
    expect(refused).toMatchObject({ code: 10, stderr: expect.stringContaining("The secret is wrong") });
  });
});

describe("profiles", () => {
  it("stand beside each other, named by an option or the environment", async () => {
    await asMachine();
    vi.stubEnv("DROVER_CLIENT_SECRET", undefined);
    await signIn("--profile", "me");
    expect((await commandLineHere("config", "get", "profile")).stdout).toBe("me\n");
    await commandLineHere("config", "set", "profile", "default");
    const who = async (...args: readonly string[]) =>
      JSON.parse(
        (await commandLineHere("whoami", "--json", "--dir", path.join(dir, "none"), ...args)).stdout,
      );
    expect((await who()).subject).toBe("ci");
    expect((await who("--profile", "me")).subject).toBe("ada");
    vi.stubEnv("DROVER_PROFILE", "default");
    expect((await who()).subject).toBe("ci");
  });

  it("give way to DROVER_API_URL and DROVER_TOKEN", async () => {
    await signIn();
    vi.stubEnv("DROVER_API_URL", farm.url);
    vi.stubEnv("DROVER_TOKEN", "mine");
    expect((await jobs()).code).toBe(10);
    expect(shown).toEqual(["mine"]);
  });

  it("forget their tokens when they are signed out, and when they are to mean another farm", async () => {
    await signIn();
    expect((await commandLineHere("config", "set", "endpoint", "https://other.example")).code).toBe(0);
    expect(await jobs()).toMatchObject({ code: 2, stderr: expect.stringContaining("Nobody is signed in") });
    await signIn();
    const out = await commandLineHere("logout");
    expect(out.stderr).toContain("the issuer no longer renews its token");
    expect(await kept()).not.toContain("refresh");
    expect((await commandLineHere("logout")).code).toBe(2);
  });

  it.each([
    [["config", "get", "token"], "Give one of endpoint, issuer, client-id, scope, profile."],
    [["config", "set", "endpoint", "ftp://x"], "'ftp://x' is not valid."],
    [["config", "get", "scope"], "has no scope"],
    [["jobs", "--profile", "../x"], "Give 1 to 32 letters"],
    [["login"], "Give the farm's address"],
    [["login", "--endpoint", "http://127.0.0.1:1"], "does not name its sign-in service"],
  ])("refuse %j in one line", async (args, words) => {
    const { code, stderr } = await commandLineHere(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it("are where the system keeps such things", async () => {
    expect((await commandLineHere("config", "path")).stdout).toBe(
      `${path.join(dir, "drover", "profiles.json")}\n`,
    );
  });
});
