import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  RestoreSecretCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startSecretServer } from "../../src/secrets-manager/secret-server.ts";
import type { ServiceServer } from "../../src/service-server.ts";

const identity = { region: "us-east-1", accountId: "000000000000" };
const credentials = { accessKeyId: "FARM", secretAccessKey: "s" };
const clock = { now: new Date("2026-01-01T00:00:00.000Z") };
const value = "correct horse battery staple";
let dataDir: string;
let server: ServiceServer;
let client: SecretsManagerClient;

const start = async () => {
  // Signatures are held to this machine's own time, because the SDK signs with it.
  const signatures = { keys: [credentials], region: identity.region, clock: () => new Date() };
  server = await startSecretServer({ ...identity, dataDir, clock: () => clock.now, signatures });
  client = clientWith(credentials);
};
const clientWith = (keys: typeof credentials) =>
  new SecretsManagerClient({
    region: identity.region,
    endpoint: server.url,
    credentials: { ...keys },
    maxAttempts: 1,
  });

beforeEach(async () => {
  clock.now = new Date("2026-01-01T00:00:00.000Z");
  dataDir = await mkdtemp(path.join(tmpdir(), "drover-secrets-"));
  await start();
});
afterEach(async () => {
  client.destroy();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const create = (SecretString = value, rest = {}) =>
  client.send(new CreateSecretCommand({ Name: "drover/acme/shop", SecretString, ...rest }));
const read = async (SecretId = "drover/acme/shop") =>
  (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;

it("answers the SDK: a secret is made, read by name and by ARN, and given a new value", async () => {
  const { ARN } = await create();
  expect(ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:drover\/acme\/shop-\w{6}$/);
  expect(await read()).toBe(value);
  expect(await read(ARN)).toBe(value);
  await client.send(new PutSecretValueCommand({ SecretId: "drover/acme/shop", SecretString: "second" }));
  expect(await read()).toBe("second");
});

it("keeps no value in the clear, and its key for its owner alone", async () => {
  await create();
  await client.send(new PutSecretValueCommand({ SecretId: "drover/acme/shop", SecretString: `${value} 2` }));
  for (const name of await readdir(dataDir)) {
    const bytes = await readFile(path.join(dataDir, name));
    expect(bytes.includes("correct horse"), name).toBe(false);
  }
  expect((await stat(path.join(dataDir, "secrets.key"))).mode & 0o777).toBe(0o600);
});

it("still has them after a restart, and refuses a file that another key sealed", async () => {
  await create();
  client.destroy();
  await server.close();
  await start();
  expect(await read()).toBe(value);
  client.destroy();
  await server.close();
  await rm(path.join(dataDir, "secrets.key"));
  await start();
  await expect(read()).rejects.toMatchObject({ name: "InternalServiceError" });
});

it("does the same request twice once, and refuses its token for another value", async () => {
  const ClientRequestToken = "0123456789abcdef0123456789abcdef";
  const first = await create(value, { ClientRequestToken });
  expect((await create(value, { ClientRequestToken })).ARN).toBe(first.ARN);
  await expect(create("other", { ClientRequestToken })).rejects.toMatchObject({
    name: "ResourceExistsException",
  });
  await expect(create("other")).rejects.toMatchObject({ name: "ResourceExistsException" });
  const put = new PutSecretValueCommand({
    SecretId: "drover/acme/shop",
    SecretString: "other",
    ClientRequestToken,
  });
  await expect(client.send(put)).rejects.toMatchObject({ name: "ResourceExistsException" });
  expect(await read()).toBe(value);
});

it("deletes after the recovery window, and gives back until then", async () => {
  await create();
  const remove = () =>
    client.send(new DeleteSecretCommand({ SecretId: "drover/acme/shop", RecoveryWindowInDays: 7 }));
  expect((await remove()).DeletionDate).toEqual(new Date("2026-01-08T00:00:00.000Z"));
  await expect(read()).rejects.toMatchObject({ name: "InvalidRequestException" });
  await expect(create()).rejects.toMatchObject({ name: "InvalidRequestException" });
  await client.send(new RestoreSecretCommand({ SecretId: "drover/acme/shop" }));
  expect(await read()).toBe(value);
  await remove();
  clock.now = new Date("2026-01-08T00:00:00.000Z");
  await expect(read()).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  await create("anew");
  expect(await read()).toBe("anew");
});

it("refuses what it does not do, what is too large and who has not its keys", async () => {
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({
    name: "UnknownOperationException",
  });
  await expect(create(value, { KmsKeyId: "alias/own" })).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
  await expect(create("x".repeat(65_537))).rejects.toMatchObject({ name: "InvalidParameterException" });
  await expect(read("drover/other/shop")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  const stranger = clientWith({ ...credentials, secretAccessKey: "guessed" });
  await expect(stranger.send(new GetSecretValueCommand({ SecretId: "x" }))).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
  stranger.destroy();
});
