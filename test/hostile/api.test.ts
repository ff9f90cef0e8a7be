import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { tenantThrottle } from "#shared/contracts/farm/api-throttle.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";
import { callApi } from "../api/call-api.ts";
import { startApi, type TestApi } from "../api/start-api.ts";
import { jsonBodies, names, packageNames, typedTexts, urls } from "./corpus.ts";
import { tryAll } from "./try-all.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.addPool("default");
});
afterAll(() => api.close());

/** So slowly that a tenant may ask for as long as he likes. */
const betweenMilliseconds = (tenantThrottle.windowSeconds * 1_000) / tenantThrottle.requests + 1;

/** Accepted, or refused in the words of a problem: never an error of the farm's own, and never before the route was reached. */
async function answered(method: string, url: string, body?: unknown) {
  api.clock.now = new Date(api.clock.now.getTime() + betweenMilliseconds);
  const answer = await callApi(method, url, body === undefined ? {} : { body });
  if (answer.status >= 400) Problem.parse(answer.body);
  expect(answer.status).toBeLessThan(500);
  expect(answer.status).not.toBe(429);
  return answer;
}

async function refusedAsInvalid(body: unknown): Promise<void> {
  expect((await answered("POST", "/v1/jobs", body)).status).toBe(400);
}

const submission = (more: object) => ({ task: "Turn on Bluetooth", ...more });

describe("submitting a job", () => {
  it("takes any task as it stands or says why not", async (context) => {
    await tryAll(context, typedTexts, async (task) => {
      const { status, body } = await answered("POST", "/v1/jobs", { task });
      if (status !== 400)
        expect({ status, task: (body as { task: string }).task }).toEqual({ status: 201, task: task.trim() });
    });
  });

  it("takes no package that is none", async (context) => {
    await tryAll(context, packageNames, (name) =>
      refusedAsInvalid(submission({ validators: [{ kind: "foregroundApp", package: name }] })),
    );
  });

  it("takes no name of a pool that is none", async (context) => {
    const wrong = names.filter((name) => !/^[A-Za-z0-9][\w-]{0,31}$/.test(name));
    await tryAll(context, wrong, (pool) => refusedAsInvalid(submission({ requirements: { pool } })));
  });

  it("takes no address that is none where rows of an app are read", async (context) => {
    const wrong = urls.filter((url) => !url.startsWith("content://"));
    await tryAll(context, wrong, (uri) =>
      refusedAsInvalid(submission({ validators: [{ kind: "contentRow", uri, where: { a: "1" } }] })),
    );
  });

  it("refuses JSON that is no submission, and stays as it was", async (context) => {
    await tryAll(context, jsonBodies, async (body) => {
      await refusedAsInvalid(body);
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    });
  });
});

describe.each(Object.entries<Route>(routes))("route %s", (_, route) => {
  it("answers any id and any query with a problem or with nothing of others", async (context) => {
    await tryAll(context, names, async (name) => {
      const path = route.path.replace("{id}", () => encodeURIComponent(name.toWellFormed()));
      const query = new URLSearchParams({ [name]: name, cursor: name, limit: name });
      const { status } = await answered(
        route.method,
        `${path}?${query}`,
        route.method === "POST" ? {} : undefined,
      );
      if (route.path !== "/openapi.json") expect(status).toBeGreaterThanOrEqual(400);
    });
  });
});
