import { expect, expectTypeOf, it } from "vitest";
import { type Client, createClient, type SubmittedJob } from "../src/index.ts";

const client = createClient({ apiUrl: "http://127.0.0.1:9", token: "t", retry: { most: 0 } });

it("has a type for each body and answer without being given any", () => {
  expectTypeOf(client.jobs.submit).returns.resolves.toEqualTypeOf<SubmittedJob>();
  expectTypeOf<Client["submitJob"]>().returns.resolves.toEqualTypeOf<SubmittedJob>();
  expectTypeOf<SubmittedJob["jobId"]>().toEqualTypeOf<string>();
  // Only compiled, never run.
  const wrong = () => [
    // @ts-expect-error a job has no 'tsk'
    client.jobs.submit({ body: { tsk: 1 } }),
    // @ts-expect-error a task is a text
    client.submitJob({ body: { task: 1 } }),
    // @ts-expect-error whose job it is
    client.jobs.read(),
    // @ts-expect-error a status that there is not
    client.jobs.list({ query: { status: "done" } }),
    client.jobs.submit({ body: { task: "Turn on Bluetooth", limits: { maxSteps: 5 } } }),
  ];
  expect(wrong).toBeTypeOf("function");
});

it("has the same methods by group", () => {
  expect(client.jobs.submit).toBe(client.submitJob);
  expect(client.batches.results).toBe(client.readResults);
  expect(client.sessions.act).toBe(client.actInSession);
});
