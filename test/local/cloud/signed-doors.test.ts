import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { ListStateMachinesCommand, SFNClient } from "@aws-sdk/client-sfn";
import { ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import {
  awsConfigFromEnvironment,
  awsEnvironment,
} from "#shared/storage/clients/aws-config-from-environment.ts";
import { oneModel } from "../../one-model.ts";
import { recorder, type SignedRequest, sent } from "../../replay.ts";

let dir: string;
let cloud: Cloud;
let linkKey: Cloud["credentials"];
const key = "tenants/local/jobs/J/a screen (1)*.png";

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-doors-"));
  const model = oneModel("http://127.0.0.1:1", "none");
  cloud = await startCloud({ dir: path.join(dir, "cloud"), tenantId: TenantId.parse("local"), model });
  linkKey = JSON.parse(await readFile(path.join(dir, "cloud", "cloud.json"), "utf8")).linkCredentials;
  const s3 = new S3Client({ ...config("s3"), forcePathStyle: true });
  await s3.send(new PutObjectCommand({ Bucket: cloud.bucketName, Key: key, Body: "pixels" }));
  const secrets = new SecretsManagerClient(config("secretsManager"));
  await secrets.send(new CreateSecretCommand({ Name: "drover/local/door", SecretString: "behind it" }));
  secrets.destroy();
  s3.destroy();
});
afterAll(async () => {
  await cloud.close();
  await rm(dir, { recursive: true });
});

type Service = "s3" | "sqs" | "dynamodb" | "sfn" | "secretsManager" | "lambda";
const config = (service: Service, credentials = cloud.credentials) => ({
  region: cloud.region,
  endpoint: cloud.endpoints[service],
  credentials: { ...credentials },
  maxAttempts: 1,
});

/** One harmless call of each service. */
const calls: Readonly<
  Record<Service, (credentials?: Cloud["credentials"], extra?: object) => Promise<unknown>>
> = {
  s3: (credentials, extra) =>
    new S3Client({ ...config("s3", credentials), forcePathStyle: true, ...extra }).send(
      new PutObjectCommand({ Bucket: cloud.bucketName, Key: "tenants/local/other", Body: "body" }),
    ),
  sqs: (credentials, extra) =>
    new SQSClient({ ...config("sqs", credentials), ...extra }).send(new ListQueuesCommand({})),
  dynamodb: (credentials, extra) =>
    new DynamoDBClient({ ...config("dynamodb", credentials), ...extra }).send(new ListTablesCommand({})),
  sfn: (credentials, extra) =>
    new SFNClient({ ...config("sfn", credentials), ...extra }).send(new ListStateMachinesCommand({})),
  secretsManager: (credentials, extra) =>
    new SecretsManagerClient({ ...config("secretsManager", credentials), ...extra }).send(
      new PutSecretValueCommand({ SecretId: "drover/local/door", SecretString: "behind it" }),
    ),
  lambda: (credentials, extra) =>
    new LambdaClient({ ...config("lambda", credentials), ...extra }).send(
      new InvokeCommand({ FunctionName: "api", InvocationType: "DryRun", Payload: "{}" }),
    ),
};
const services = Object.keys(calls) as Service[];

const signedCall = async (service: Service): Promise<SignedRequest> => {
  const { handler, of } = recorder();
  return of(calls[service](undefined, { requestHandler: handler }));
};

describe.each(services)("%s", (service) => {
  it("answers the SDK with the farm's keys", async () => {
    await expect(calls[service]()).resolves.toMatchObject({ $metadata: { attempts: 1 } });
  });

  it("refuses the farm's access key id without its secret", async () => {
    const stolen = { ...cloud.credentials, secretAccessKey: "guessed" };
    await expect(calls[service](stolen)).rejects.toMatchObject({
      name: expect.stringMatching(/^(SignatureDoesNotMatch|InvalidSignatureException)$/),
    });
  });

  it("refuses a key that it does not know", async () => {
    const stranger = { accessKeyId: "AKIASTRANGER", secretAccessKey: "own" };
    await expect(calls[service](stranger)).rejects.toMatchObject({
      name: expect.stringMatching(/InvalidAccessKeyId|InvalidClientTokenId|UnrecognizedClientException/),
    });
  });

  it("refuses the key of links, whoever has even its secret", async () => {
    await expect(calls[service](linkKey)).rejects.toMatchObject({
      $metadata: { httpStatusCode: expect.toSatisfy((status: number) => status === 400 || status === 403) },
    });
  });

  const changes: Readonly<Record<string, (signed: SignedRequest) => SignedRequest>> = {
    method: (signed) => ({ ...signed, method: signed.method === "PUT" ? "POST" : "PUT" }),
    path: (signed) => ({ ...signed, target: signed.target.replace(/(?=\?|$)/, "x") }),
    query: (signed) => ({
      ...signed,
      target: `${signed.target}${signed.target.includes("?") ? "&" : "?"}a=b`,
    }),
    body: (signed) => ({ ...signed, body: Buffer.concat([signed.body, Buffer.from(" ")]) }),
    host: (signed) => ({ ...signed, headers: { ...signed.headers, host: `localhost:${signed.port}` } }),
    date: (signed) => withHeader(signed, "x-amz-date", (date) => date.replace(/\d\dZ$/, "61Z")),
    day: (signed) => withHeader(signed, "authorization", (text) => text.replace(/\/\d{8}\//, "/20200101/")),
    region: (signed) => withHeader(signed, "authorization", (text) => text.replace("us-east-1", "us-west-2")),
    signature: (signed) =>
      withHeader(signed, "authorization", (text) => text.replace(/.$/, (end) => (end === "0" ? "1" : "0"))),
    "list of signed headers": (signed) =>
      withHeader(signed, "authorization", (text) => text.replace(/;x-amz-date/, "")),
    "headers by one that tells what to do": (signed) =>
      withHeader(signed, "x-amz-copy-source", () => "/drover-artifacts/tenants/other/x"),
    "authorization by another kind": (signed) => withHeader(signed, "authorization", () => "Bearer x"),
    "authorization by none": ({ headers: { authorization: _none, ...headers }, ...signed }) => ({
      ...signed,
      headers,
    }),
  };

  it.each(Object.keys(changes))("refuses a signed request with a change of its %s", async (name) => {
    const signed = await signedCall(service);
    const changed = changes[name]?.(signed) ?? signed;
    expect(changed).not.toEqual(signed);
    expect((await sent(changed)).status).toBeOneOf([400, 403]);
    expect((await sent(signed)).status).toBeOneOf([200, 204]);
  });

  it("refuses what was signed for another service", async () => {
    for (const other of services.filter((name) => cloud.endpoints[name] !== cloud.endpoints[service])) {
      const signed = await signedCall(other);
      const port = Number(new URL(cloud.endpoints[service]).port);
      const aimed = { ...signed, port, headers: { ...signed.headers, host: `127.0.0.1:${port}` } };
      expect((await sent(aimed)).status).toBeOneOf([400, 403]);
    }
  });
});

const withHeader = (
  signed: SignedRequest,
  name: string,
  change: (text: string) => string,
): SignedRequest => ({
  ...signed,
  headers: { ...signed.headers, [name]: change(signed.headers[name] ?? "") },
});

describe("a link", () => {
  const link = async (credentials = linkKey) => {
    const s3 = new S3Client({ ...config("s3", credentials), forcePathStyle: true });
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket: cloud.bucketName, Key: key }), {
      expiresIn: 60,
    });
    s3.destroy();
    return url;
  };
  const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

  it("reads its object, and nothing else of it or of another", async () => {
    const url = await link();
    expect(await (await fetch(url)).text()).toBe("pixels");
    expect(await statusOf(url, { method: "HEAD" })).toBe(403);
    expect(await statusOf(url, { method: "PUT", body: "mine" })).toBe(403);
    expect(await statusOf(url, { method: "DELETE" })).toBe(403);
    expect(await statusOf(url.replace(/%20screen/, "nother"))).toBe(403);
    expect(await statusOf(url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"))).toBe(403);
    expect(await statusOf(`${url}&response-content-type=text%2Fhtml`)).toBe(403);
    expect(await statusOf(url.replace(/\?.*/, ""))).toBe(403);
  });

  it("is not opened by an Authorization header of any kind", async () => {
    const url = await link();
    const listing = `${cloud.endpoints.s3}/${cloud.bucketName}${new URL(url).search}`;
    for (const authorization of [
      "Bearer x",
      `AWS4-HMAC-SHA256 Credential=${linkKey.accessKeyId}/20261121/us-east-1/s3/aws4_request`,
      `AWS4-HMAC-SHA256 Credential=${cloud.credentials.accessKeyId}/x`,
    ]) {
      expect(await statusOf(url, { headers: { authorization } })).toBe(400);
      expect(await statusOf(listing, { headers: { authorization } })).toBe(400);
    }
  });

  it("names no key that another service or a write would take", async () => {
    const url = await link();
    expect(url).toContain(linkKey.accessKeyId);
    expect(url).not.toContain(cloud.credentials.accessKeyId);
    const { search } = new URL(url);
    for (const service of services) {
      const response = await fetch(`${cloud.endpoints[service]}/${search}`, {
        method: "POST",
        headers: { "x-amz-target": "DynamoDB_20120810.ListTables" },
        body: "{}",
      });
      expect(response.status).toBeOneOf([400, 403]);
    }
  });

  it("is signed with that key wherever a process has its environment from the farm", async () => {
    const { region, credentials, endpoints, bucketName } = cloud;
    const environment = awsEnvironment({ region, credentials, linkCredentials: linkKey, endpoints });
    const clients = createAwsClients(awsConfigFromEnvironment(environment));
    const artifacts = createArtifacts({ s3: clients.s3, s3Links: clients.s3Links, bucketName });
    const url = await artifacts.link(TenantId.parse("local"), key, 60);
    closeAwsClients(clients);
    expect(url).toContain(linkKey.accessKeyId);
    expect(await statusOf(url)).toBe(200);
  });
});
