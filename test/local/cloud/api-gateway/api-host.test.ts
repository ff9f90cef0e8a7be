import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";
import { type FarmKey, openFarmKey } from "#local/cloud/api-gateway/farm-key.ts";
import { issueToken } from "#local/cloud/api-gateway/farm-token.ts";
import { createJwtAuthorizer } from "#local/cloud/api-gateway/jwt-authorizer.ts";
import { createLambdaHost } from "#local/cloud/lambda/lambda-host.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";

const now = new Date("2026-11-21T02:11:46.000Z");
const issuer = "https://farm.example";
const audience = "drover";
const identity = { accountId: "000000000000", clock: () => now };
let dir: string;
let key: FarmKey;
let otherKey: FarmKey;
let server: LoopbackServer;
/** The same, for functions that answer too late. */
let impatient: LoopbackServer;
let requestCount = 0;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-api-"));
  const otherDir = await mkdtemp(path.join(dir, "other-"));
  [key, otherKey] = await Promise.all([openFarmKey(dir), openFarmKey(otherDir)]);
  const lambda = createLambdaHost({
    ...identity,
    functions: [
      {
        name: "api",
        entry: path.join(import.meta.dirname, "../lambda/functions/http-echo.ts"),
        timeoutSeconds: 30,
        memoryMegabytes: 256,
        environment: {},
      },
    ],
    environment: {},
    region: "us-east-1",
    ids: () => `invocation-${++requestCount}`,
  });
  const options = {
    ...identity,
    lambda,
    functionName: "api",
    publicRoutes: ["GET /openapi.json", "GET /v1/schemas/{file}"],
    authorize: createJwtAuthorizer({
      issuer,
      audiences: [audience],
      publicKey: key.publicKey,
      clock: () => now,
    }),
    ids: () => "gateway-request",
  };
  server = await startApiHost(options);
  impatient = await startApiHost({ ...options, integrationTimeoutMilliseconds: 200 });
});
afterAll(async () => {
  await server.close();
  await impatient.close();
  await rm(dir, { recursive: true });
});

const token = (grant = {}, signer = key, at = now): Promise<string> =>
  issueToken(
    signer,
    {
      tenantId: TenantId.parse("local"),
      scopes: ["jobs:read", "jobs:write"],
      lifetimeSeconds: 60,
      issuer,
      audience,
      ...grant,
    },
    at,
  );
const json = async (response: Response | Promise<Response>): Promise<Record<string, unknown>> =>
  z.record(z.string(), z.any()).parse(await (await response).json());
const call = async (
  target: string,
  init: RequestInit = {},
  bearer?: string,
  at = server,
): Promise<Response> =>
  fetch(at.url + target, {
    ...init,
    headers: { authorization: `Bearer ${bearer ?? (await token())}`, ...init.headers },
  });

it("refuses a stranger before it reads what he sends", async () => {
  const { port } = new URL(server.url);
  const asked = request({ port, host: "127.0.0.1", method: "POST", path: "/v1/jobs" });
  asked.setHeader("content-length", 9_000_000);
  asked.flushHeaders();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([401, "close"]);
  asked.destroy();
});

describe("the event", () => {
  it("has a query's names as they are sent, also those that every object knows", async () => {
    const event = await json(call("/v1/jobs?toString=1&__proto__=2&constructor=3&constructor=4"));
    expect(Object.entries(event.queryStringParameters as object)).toEqual([
      ["toString", "1"],
      ["__proto__", "2"],
      ["constructor", "3,4"],
    ]);
  });

  it("has a body that is no UTF-8 as bytes, so that the function can refuse it", async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]);
    const init = { method: "POST", body, headers: { "content-type": "application/json" } };
    expect(await json(call("/v1/jobs", init))).toMatchObject({
      body: body.toString("base64"),
      isBase64Encoded: true,
    });
  });

  it("has payload format 2.0: claims as text, joined query, cookies apart", async () => {
    const response = await call("/v1/jobs/a%20b?limit=5&tag=x&tag=y%26z", {
      headers: { cookie: "one=1; two=2", "user-agent": "test" },
    });
    const event = await json(response);
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "$default",
      rawPath: "/v1/jobs/a%20b",
      rawQueryString: "limit=5&tag=x&tag=y%26z",
      queryStringParameters: { limit: "5", tag: "x,y&z" },
      cookies: ["one=1", "two=2"],
      isBase64Encoded: false,
      requestContext: {
        stage: "$default",
        requestId: "gateway-request",
        time: "21/Nov/2026:02:11:46 +0000",
        timeEpoch: now.getTime(),
        http: { method: "GET", path: "/v1/jobs/a%20b", sourceIp: "127.0.0.1", userAgent: "test" },
        authorizer: {
          jwt: {
            claims: { tenant: "local", scope: "jobs:read jobs:write", iss: issuer, exp: "1795227166" },
            scopes: null,
          },
        },
      },
    });
    expect(event.headers).not.toHaveProperty("cookie");
    expect(event.body).toBeUndefined();
  });

  it("carries text as text and bytes as base64", async () => {
    const post = async (contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
      json(call("/v1/jobs", { method: "POST", headers: { "content-type": contentType }, body }));
    expect(await post("application/json", '{"task":"ö"}')).toMatchObject({
      body: '{"task":"ö"}',
      isBase64Encoded: false,
    });
    expect(await post("application/zip", new Uint8Array([0, 255]))).toMatchObject({
      body: "AP8=",
      isBase64Encoded: true,
    });
  });
});

describe("the answer", () => {
  it("keeps status, headers and cookies", async () => {
    const response = await call("/v1/jobs");
    expect(response.headers.get("x-kept")).toBe("yes");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("apigw-requestid")).toBe("gateway-request");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("decodes base64, and takes a result without a status for a JSON body", async () => {
    const picture = await call("/v1/picture");
    expect(picture.status).toBe(201);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
    expect(await (await call("/v1/bare")).json()).toEqual({ no: "status" });
  });
});

describe("its own answers", () => {
  it.each([
    ["a missing token", { headers: { authorization: "" } }, undefined, "the token is no valid JWT"],
    ["another farm's token", {}, () => token({}, otherKey), "the signature is not valid"],
    ["an expired token", {}, () => token({}, key, new Date(now.getTime() - 61_000)), "the token has expired"],
    [
      "a token of tomorrow",
      {},
      () => token({}, key, new Date(now.getTime() + 86_400_000)),
      "the token was issued in the future",
    ],
    ["another audience", {}, () => token({ audience: "other" }), "the token does not have a valid audience"],
    [
      "another issuer",
      {},
      () => token({ issuer: "https://evil.example" }),
      "the token does not have a valid issuer",
    ],
  ])(
    "401 for %s: API Gateway's bare message, and its challenge, which says why",
    async (_what, init, bearer, reason) => {
      const response = await call("/v1/jobs", init, await bearer?.());
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(
        `Bearer scope="" error="invalid_token" error_description="${reason}"`,
      );
      expect(response.headers.get("apigw-requestid")).toBe("gateway-request");
      expect(await response.text()).toBe('{"message":"Unauthorized"}');
    },
  );

  it("401 with a bare challenge when there is no Authorization header", async () => {
    const response = await fetch(`${server.url}/v1/jobs`);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  it("refuses a token that names no algorithm", async () => {
    const [, payload] = (await token()).split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    expect((await call("/v1/jobs", {}, `${header}.${payload}.`)).status).toBe(401);
  });

  it("[fault A22] takes a token that was issued while the clock was ahead by less than an hour", async () => {
    const issuedAt = new Date(now.getTime() + 59 * 60_000);
    expect((await call("/v1/jobs", {}, await token({}, key, issuedAt))).status).toBe(200);
  });

  it("serves a public route without a token", async () => {
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.status).toBe(200);
    const event = await json(response);
    expect(event.routeKey).toBe("GET /openapi.json");
    expect(event.requestContext).not.toHaveProperty("authorizer");
  });

  it("takes one part of the path for a variable of a public route", async () => {
    const event = await json(await fetch(`${server.url}/v1/schemas/script.schema.json`));
    expect(event.routeKey).toBe("GET /v1/schemas/{file}");
    for (const target of ["/v1/schemas/", "/v1/schemas/a/b", "/v1/schemas"])
      expect((await fetch(`${server.url}${target}`)).status, target).toBe(401);
  });

  it("asks for a token on the public route by another method", async () => {
    expect((await fetch(`${server.url}/openapi.json`, { method: "POST" })).status).toBe(401);
  });

  it.each([
    ["/v1/fail", 500, "Internal Server Error"],
    ["/v1/odd", 500, "Internal Server Error"],
    ["/v1/never", 503, "Service Unavailable"],
  ])("%s → %i %s", async (target, status, message) => {
    const response = await call(target, {}, undefined, target === "/v1/never" ? impatient : server);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(JSON.stringify({ message }));
  });

  it.each([
    ["beyond 10 MB, API Gateway's limit", 10 * 1024 * 1024 + 1, 413],
    ["beyond 6 MB, Lambda's limit", 6_291_456, 413],
    ["below both", 2_500_000, 200],
  ])("a body %s (%i bytes) → %i", async (_what, bytes, status) => {
    const headers = { "content-type": "text/plain" };
    const response = await call("/v1/jobs", { method: "POST", headers, body: "x".repeat(bytes) });
    expect(response.status).toBe(status);
    if (status === 413) expect(await response.text()).toBe('{"message":"Request Entity Too Large"}');
    else await response.text();
  });

  it("403 for a page of another origin", async () => {
    for (const origin of ["https://evil.example", "http://localhost:8080"])
      expect((await call("/v1/jobs", { headers: { origin } })).status).toBe(403);
  });
});

describe("the farm's key", () => {
  it("is kept for its owner alone and found again", async () => {
    expect((await stat(path.join(dir, "token-key.json"))).mode & 0o777).toBe(0o600);
    const again = await openFarmKey(dir);
    expect(again.keyId).toBe(key.keyId);
    expect((await call("/v1/jobs", {}, await token({}, again))).status).toBe(200);
  });
});
