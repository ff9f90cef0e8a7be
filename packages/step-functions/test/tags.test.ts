import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateActivityCommand,
  CreateStateMachineCommand,
  ListStateMachineAliasesCommand,
  ListStateMachineVersionsCommand,
  ListTagsForResourceCommand,
  PublishStateMachineVersionCommand,
  SFNClient,
  type Tag,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateStateMachineCommand,
  ValidateStateMachineDefinitionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../src/start-engine.ts";

const roleArn = "arn:aws:iam::111111111111:role/test";
const definition = JSON.stringify({
  QueryLanguage: "JSONata",
  StartAt: "P",
  States: { P: { Type: "Pass", End: true } },
});
const dataDir = mkdtempSync(join(tmpdir(), "engine-tags-"));

let engine: RunningEngine;
let client: SFNClient;

async function start(): Promise<void> {
  engine = await startEngine({ dataDir, region: "us-east-1", accountId: "111111111111" });
  client = new SFNClient({
    endpoint: engine.url,
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    maxAttempts: 1,
  });
}

async function stop(): Promise<void> {
  client.destroy();
  await engine.close();
}

beforeAll(start);
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

async function machine(name: string, tags?: Tag[]): Promise<string> {
  const request = { name, definition, roleArn, ...(tags === undefined ? {} : { tags }) };
  return (await client.send(new CreateStateMachineCommand(request))).stateMachineArn ?? "";
}

const tag = (resourceArn: string, tags: Tag[]) => client.send(new TagResourceCommand({ resourceArn, tags }));
const tagsOf = async (resourceArn: string) =>
  (await client.send(new ListTagsForResourceCommand({ resourceArn }))).tags;

describe("tags", () => {
  it("of a state machine come with its creation, are added to, overwritten and taken away", async () => {
    const arn = await machine("tagged", [{ key: "team", value: "a" }]);
    await tag(arn, [
      { key: "cost", value: "" },
      { key: "team", value: "b" },
    ]);
    expect(await tagsOf(arn)).toEqual([
      { key: "team", value: "b" },
      { key: "cost", value: "" },
    ]);
    await client.send(new UntagResourceCommand({ resourceArn: arn, tagKeys: ["team", "never there"] }));
    expect(await tagsOf(arn)).toEqual([{ key: "cost", value: "" }]);
  });

  it("of an activity are kept as those of a state machine", async () => {
    const tags = [{ key: "k", value: "v" }];
    const { activityArn } = await client.send(new CreateActivityCommand({ name: "worker", tags }));
    await tag(activityArn ?? "", [{ key: "l", value: "w" }]);
    expect(await tagsOf(activityArn ?? "")).toEqual([...tags, { key: "l", value: "w" }]);
  });

  it("outlive an update of the machine and a restart, and a second creation leaves them alone", async () => {
    const tags = [{ key: "kept", value: "yes" }];
    const arn = await machine("lasting", tags);
    expect(await machine("lasting", [{ key: "other", value: "no" }])).toBe(arn);
    await client.send(new UpdateStateMachineCommand({ stateMachineArn: arn, roleArn: `${roleArn}2` }));
    await stop();
    await start();
    expect(await tagsOf(arn)).toEqual(tags);
  });

  it("are at most fifty", async () => {
    const arn = await machine("crowded");
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `k${from + index}`, value: "v" }));
    await tag(arn, some(0, 50));
    await expect(tag(arn, some(50, 1))).rejects.toMatchObject({ name: "TooManyTags" });
    await tag(arn, some(0, 1));
    await expect(machine("too-crowded", some(0, 51))).rejects.toMatchObject({ name: "TooManyTags" });
  });

  it.each([
    ["an empty key", { key: "", value: "v" }, "'tags.1.member.key' failed"],
    ["a key of 129 characters", { key: "k".repeat(129), value: "v" }, "less than or equal to 128"],
    ["a value of 257 characters", { key: "k", value: "v".repeat(257) }, "less than or equal to 256"],
    ["a key with a bracket", { key: "a[0]", value: "v" }, "regular expression pattern"],
    ["a key that AWS keeps for itself", { key: "aws:x", value: "v" }, "reserved"],
  ])("are refused with %s", async (_what, bad, words) => {
    const arn = await machine("strict");
    await expect(tag(arn, [bad])).rejects.toMatchObject({
      name: "ValidationException",
      message: expect.stringContaining(words),
    });
  });

  it("belong to what is there", async () => {
    const arn = "arn:aws:states:us-east-1:111111111111:stateMachine:none";
    await expect(tagsOf(arn)).rejects.toMatchObject({
      name: "ResourceNotFound",
      message: `Resource not found: '${arn}'`,
    });
    await expect(tagsOf(`${await machine("versioned")}:1`)).rejects.toMatchObject({
      name: "ResourceNotFound",
    });
    await expect(tagsOf("machine")).rejects.toMatchObject({ name: "InvalidArn" });
  });
});

describe("versions and aliases", () => {
  it("are none, and asking for them is no error", async () => {
    const stateMachineArn = await machine("plain");
    const versions = await client.send(new ListStateMachineVersionsCommand({ stateMachineArn }));
    expect(versions.stateMachineVersions).toEqual([]);
    const aliases = await client.send(new ListStateMachineAliasesCommand({ stateMachineArn }));
    expect(aliases.stateMachineAliases).toEqual([]);
    await expect(
      client.send(new ListStateMachineAliasesCommand({ stateMachineArn: `${stateMachineArn}-not` })),
    ).rejects.toMatchObject({ name: "StateMachineDoesNotExist" });
  });

  it("are refused by name, with the reason", async () => {
    const stateMachineArn = await machine("plain");
    await expect(
      client.send(new PublishStateMachineVersionCommand({ stateMachineArn })),
    ).rejects.toMatchObject({
      name: "UnknownOperationException",
      message: expect.stringMatching(/PublishStateMachineVersion .* no versions or aliases/),
    });
    const refused = { name: "ValidationException", message: expect.stringContaining("leave publish out") };
    const publish = { name: "published", definition, roleArn, publish: true };
    await expect(client.send(new CreateStateMachineCommand(publish))).rejects.toMatchObject(refused);
    await expect(
      client.send(new UpdateStateMachineCommand({ stateMachineArn, definition, publish: true })),
    ).rejects.toMatchObject(refused);
  });
});

describe("ValidateStateMachineDefinition", () => {
  const validate = (request: object) =>
    client.send(new ValidateStateMachineDefinitionCommand({ definition, ...request }));

  it("answers as many findings as were asked for and says that there are more", async () => {
    const broken = JSON.stringify({
      QueryLanguage: "JSONata",
      StartAt: "P",
      States: { P: { Type: "Pass", X: 1 } },
    });
    const answer = await validate({ definition: broken, maxResults: 1, severity: "ERROR" });
    expect(answer).toMatchObject({ result: "FAIL", truncated: true });
    expect(answer.diagnostics).toHaveLength(1);
  });

  it.each([
    ["a severity that is none", { severity: "FATAL" }, "[ERROR, WARNING]"],
    ["a type that is none", { type: "FAST" }, "[STANDARD, EXPRESS]"],
    ["more results than there are", { maxResults: 101 }, "less than or equal to 100"],
  ])("refuses %s", async (_what, bad, words) => {
    await expect(validate(bad)).rejects.toMatchObject({
      name: "ValidationException",
      message: expect.stringContaining(words),
    });
  });
});
