import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiProblem, type ClientOptions, createClient, NoAnswer, pages, plainRequest } from "../src/index.ts";
import { json, startApiServer } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.close());

const client = (more: Partial<ClientOptions> = {}) =>
  createClient({ apiUrl: api.apiUrl, token: "t1", retry: { most: 0 }, ...more });

describe("a call that is given up", () => {
  it("fails with AbortError, before and while the API answers, and with NoAnswer at the client's own deadline", async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(client().readFarm({ signal: gone.signal })).rejects.toMatchObject({ name: "AbortError" });
    const later = new AbortController();
    api.answer(() => later.abort());
    await expect(client().readFarm({ signal: later.signal })).rejects.toMatchObject({ name: "AbortError" });
    api.answer(() => undefined);
    await expect(client({ deadlineMilliseconds: 50 }).readFarm()).rejects.toBeInstanceOf(NoAnswer);
  });
});

describe("a client", () => {
  it("asks a route by its name: path, query, headers and body where they belong, the token with them", async () => {
    api.answer(json({ ok: true }, 201));
    const query = { a: "x y", none: undefined };
    const asked = { id: "a/b", query, headers: { "idempotency-key": "k" }, body: { at: 3 } };
    expect(await client().forkJob(asked)).toEqual({ ok: true });
    expect(api.asked.at(-1)).toMatchObject({
      method: "POST",
      url: "/v1/jobs/a%2Fb/fork?a=x+y",
      body: '{"at":3}',
      headers: { authorization: "Bearer t1", "content-type": "application/json", "idempotency-key": "k" },
    });
  });

  it("asks for its token each time, so that it can be renewed", async () => {
    let count = 0;
    const renewing = client({ token: async () => `t${++count}` });
    api.answer(json({}), json({}));
    await renewing.readFarm();
    await renewing.readFarm();
    expect(api.asked.slice(-2).map(({ headers }) => headers.authorization)).toEqual([
      "Bearer t1",
      "Bearer t2",
    ]);
  });

  it("throws what the API refused, with its advice, its fields and the request's id", async () => {
    const errors = [{ field: "limits.maxSteps", value: "0", message: "too small" }];
    const problem = { title: "Bad Request", detail: "d", code: "InvalidRequest", advice: ["Do."], errors };
    api.answer(json(problem, 400, { "apigw-requestid": "r-1" }));
    const thrown = await client()
      .submitJob({ body: {} })
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiProblem);
    expect(thrown).toMatchObject({
      status: 400,
      code: "InvalidRequest",
      title: "Bad Request",
      detail: "d",
      advice: ["Do."],
      fields: errors,
      requestId: "r-1",
    });
  });

  it.each([["<html>"], [null], [{ errors: 7, advice: "no list", title: 3 }]])(
    "makes a problem of whatever came with a bad status: %j",
    async (answer) => {
      api.answer(json(answer, 502));
      const thrown = await client()
        .readFarm()
        .catch((error: unknown) => error);
      expect(thrown).toMatchObject({ status: 502, detail: "The API answered 502.", advice: [], fields: [] });
    },
  );

  it.each([
    [401, "Bearer", { code: "Unauthorized", detail: "The request carries no token." }],
    [
      401,
      'Bearer scope="" error="invalid_token" error_description="the token has expired"',
      { code: "Unauthorized", detail: "The token is refused: the token has expired." },
    ],
    [403, "", { code: "Forbidden", detail: "The request was refused on its way, before Drover saw it." }],
    [404, "", { code: "NotFound", detail: "Nothing answers at this address." }],
    [413, "", { code: "InvalidRequest", detail: "The request is larger than the API takes." }],
    [500, "", { code: "InternalError", detail: "The API failed without an answer of its own." }],
    [503, "", { code: "", detail: "The API took too long, or is not there at the moment." }],
  ])("puts the gateway's bare %i with the challenge '%s' into words", async (status, challenge, words) => {
    api.answer(json({ message: "As it says" }, status, { "www-authenticate": challenge }));
    const thrown = await client()
      .readFarm()
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status, title: "As it says", ...words });
    expect((thrown as ApiProblem).advice).toHaveLength(1);
  });

  it("leaves a problem of the API's own as it is, also one with a message", async () => {
    const problem = {
      message: "m",
      title: "Forbidden",
      code: "Forbidden",
      detail: "The token lacks a scope.",
    };
    api.answer(json(problem, 403));
    const thrown = await client()
      .readFarm()
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ detail: "The token lacks a scope.", advice: [] });
  });

  it("says that nobody answered, and why", async () => {
    // The server has no answer left and hangs up.
    const thrown = await client()
      .readFarm()
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(NoAnswer);
    expect((thrown as NoAnswer).cause).toBeInstanceOf(Error);
  });

  it("says so too when an answer breaks off in the middle, and takes half of it for none", async () => {
    api.answer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"items":[', () => response.destroy());
    });
    await expect(client().listJobs()).rejects.toBeInstanceOf(NoAnswer);
  });

  it.each([undefined, "", ".", ".."])(
    "asks no other route than its own when its path lacks a name: %j",
    async (id) => {
      const before = api.asked.length;
      const asked = id === undefined ? {} : { id };
      const readJob = client().readJob as (request: object) => Promise<unknown>;
      await expect(readJob(asked)).rejects.toThrow("readJob needs 'id', a name in its path.");
      expect(api.asked.length).toBe(before);
    },
  );

  it("hands an answer to `parse`, whose error is the call's", async () => {
    const parse = (name: string, answer: unknown): unknown => {
      if (answer === null) throw new RangeError(`${name}: nothing`);
      return { name, answer };
    };
    api.answer(json({ a: 1 }), json(null));
    expect(await client({ parse }).readFarm()).toEqual({ name: "readFarm", answer: { a: 1 } });
    await expect(client({ parse }).readFarm()).rejects.toThrow(new RangeError("readFarm: nothing"));
  });

  it("goes through a list page by page, and asks no further than it is read", async () => {
    api.answer(json({ items: [1, 2], nextCursor: "c" }), json({ items: [3] }));
    const list = client().listJobs as unknown as (
      request: object,
    ) => Promise<{ items: number[]; nextCursor?: string }>;
    const read: number[] = [];
    for await (const one of pages(list, { query: { limit: 2 } })) read.push(one);
    expect(read).toEqual([1, 2, 3]);
    expect(api.asked.slice(-2).map(({ url }) => url)).toEqual([
      "/v1/jobs?limit=2",
      "/v1/jobs?limit=2&cursor=c",
    ]);

    api.answer(json({ items: [1, 2], nextCursor: "c" }));
    const before = api.asked.length;
    for await (const _one of pages(list)) break;
    expect(api.asked.length).toBe(before + 1);
  });

  it("shows a request without sending it", () => {
    expect(plainRequest("https://a.example", "listJobs", { query: { status: "running" } })).toEqual({
      method: "GET",
      url: "https://a.example/v1/jobs?status=running",
      body: undefined,
    });
  });
});
