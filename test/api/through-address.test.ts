import { afterAll, beforeAll, expect, it } from "vitest";
import { originHeader, originSecretVariable } from "#shared/contracts/farm/origin-check.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const secret = "of-cloudfront-and-the-function-alone";
let api: TestApi;
beforeAll(async () => {
  api = await startApi({ [originSecretVariable]: secret });
});
afterAll(() => api.close());

const through = (value: string) => ({ headers: { [originHeader]: value } });

it("a request that CloudFront handed on is answered", async () => {
  expect((await callApi("GET", "/v1/secrets", through(secret))).status).toBe(200);
  expect((await callApi("GET", "/openapi.json", { ...through(secret), claims: null })).status).toBe(200);
});

it.each([
  ["no word", {}],
  ["a guessed word", through("guessed")],
  ["a part of the word", through(secret.slice(0, -1))],
  ["the word and more", through(`${secret},guessed`)],
])("a request to API Gateway's own address with %s is refused, whatever its token", async (_, call) => {
  for (const url of ["/v1/secrets", "/openapi.json", "/v1/nothing"]) {
    const problem = await refused(403, "GET", url, call);
    expect(problem).toMatchObject({
      code: "Forbidden",
      detail: "The API is available at the deployment's address, not at API Gateway's.",
      advice: ["Use the address that the deployment printed as ConsoleUrl."],
    });
    expect(JSON.stringify(problem)).not.toContain(secret);
  }
});
