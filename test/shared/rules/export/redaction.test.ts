import { describe, expect, it, test } from "vitest";
import { findPrivate } from "#shared/rules/export/find-private.ts";
import { exported, sampleExported, sampleSource } from "./sample-export.ts";

describe("what may be private in a text", () => {
  it.each([
    ["write to ada.lovelace@mail.co.uk", "email", 1],
    ["ada@example.com is nobody", "email", 0],
    ["call +49 170 1234567 now", "phone", 1],
    ["call (030) 901820-33", "phone", 1],
    ["0170 1234567 or 0171-7654321", "phone", 2],
    ["on 2026-11-22 at 07:08:39", "phone", 0],
    ["192.168.100.100 and 10.0.0.1", "phone", 0],
    ["64000000000 bytes", "phone", 0],
    ["key sk-ant-api03-abcdefghijklmnop", "token", 1],
    ["the password is hunter2!", "secret", 1],
    ["the password field is empty", "secret", 0],
    ["sign in with {{secret:shop}}", "secret", 0],
  ] as const)("%s: %s %i times", (text, kind, times) => {
    expect(findPrivate(text).get(kind) ?? 0).toBe(times);
  });
});

test("the report says how often and where, and never what", async () => {
  const steps = [{ thinking: "I write to ada@mail.org and call +49 170 1234567." }];
  const files = {
    "tenants/acme/jobs/01J00000000000000000000001/steps/0000/c/tree.json":
      '{"elements":[{"text":"bob@mail.org"}]}',
    "tenants/acme/jobs/01J00000000000000000000001/steps/0000/c/hierarchy.xml":
      '<node text="bob@mail.org" bounds="[0,0][1080,2400]"/>',
  };
  const job = { task: 'Sign in with {{secret:shop}}, password: "open sesame"' };
  const typed = [...steps, { stepNumber: 2, actions: [{ action: { action: "type", text: "open sesame" } }] }];
  const { report } = await exported("zip", sampleSource([sampleExported({ job, steps: typed, files })]));
  expect(report.clean).toBe(false);
  expect(report.findings).toEqual(
    expect.arrayContaining([
      { kind: "email", where: "steps.thinking", count: 1 },
      { kind: "phone", where: "steps.thinking", count: 1 },
      { kind: "secret", where: "job.task", count: 1 },
      { kind: "secret", where: "steps.actions.action.text", count: 1 },
      { kind: "email", where: "tree.json.elements.text", count: 1 },
      { kind: "email", where: "hierarchy.xml", count: 1 },
    ]),
  );
  expect(report).toMatchObject({ maskedSecrets: 1, pictures: 3 });
  expect(JSON.stringify(report)).not.toMatch(/ada|bob|sesame|1234567/);
});

test("a job without anything private is clean, with all its ids, keys and times", async () => {
  const { report } = await exported("zip");
  expect(report).toEqual({ clean: true, findings: [], maskedSecrets: 0, pictures: 3 });
});

test("what a prompt says of secrets is none, and neither is the number in an element's id", async () => {
  const folder = "tenants/acme/jobs/01J00000000000000000000001/steps/0000/c";
  const files = {
    [`${folder}/prompt.json`]: '{"system":"Write {{secret:name}} where the task names a secret."}',
    [`${folder}/tree.json`]:
      '{"elements":[{"stable_id":"button-0171-7654321","text":"[secret]"},{"text":"Wi-Fi"}]}',
  };
  const { report } = await exported("zip", sampleSource([sampleExported({ files })]));
  expect(report).toMatchObject({ clean: true, maskedSecrets: 1 });
});

test("what a format leaves out is not held against it", async () => {
  const privately = { steps: [{ thinking: "I call +49 170 1234567." }] };
  const source = () => sampleSource([sampleExported(privately)]);
  const clean = await Promise.all(
    (["json", "sft", "junit", "androidworld"] as const).map(
      async (format) => (await exported(format, source())).report.clean,
    ),
  );
  expect(clean).toEqual([false, false, true, true]);
});

test("a format is held to what it hands on: trees count where they are written alone", async () => {
  const files = {
    "tenants/acme/jobs/01J00000000000000000000001/steps/0000/c/tree.json": '{"t":"bob@mail.org"}',
  };
  const source = () => sampleSource([sampleExported({ files })]);
  expect((await exported("json", source())).report.clean).toBe(true);
  expect((await exported("zip", source())).report.clean).toBe(false);
});
