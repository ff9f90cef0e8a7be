import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeliveryResponse, MadeWebhook } from "#shared/contracts/api/responses/webhook-response.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { type RunningFarm, startUpIn } from "./drover-process.ts";

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"]);
    return true;
  } catch {
    return false;
  }
})();

let dir: string;
let farm: RunningFarm;
const servers: Server[] = [];
const received: string[] = [];

interface Receiver {
  readonly url: string;
  readonly certificate: string;
}

/** An https server with a certificate that it signed itself, for that name. */
async function startReceiver(name: string): Promise<Receiver> {
  const file = (kind: string) => path.join(dir, `${servers.length}.${kind}`);
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  const files = ["-keyout", file("key"), "-out", file("pem")];
  await promisify(execFile)("openssl", ["req", "-x509", ...curve, ...about, ...files]);
  const [key, certificate] = await Promise.all([
    readFile(file("key"), "utf8"),
    readFile(file("pem"), "utf8"),
  ]);
  const server = createServer({ key, cert: certificate }, (request, response) => {
    received.push(name);
    request.resume();
    response.writeHead(204).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/hook`, certificate };
}

/** A test of a new webhook to that address, as the command says how it went. */
async function tested(
  url: string,
): Promise<{ readonly code: number | null; readonly delivery: DeliveryResponse }> {
  const made = await commandLineHere("webhooks", "create", url, "--json", "--dir", dir);
  const { webhookId } = MadeWebhook.parse(JSON.parse(made.stdout));
  const { code, stdout } = await commandLineHere("webhooks", "test", webhookId, "--json", "--dir", dir);
  return { code, delivery: DeliveryResponse.parse(JSON.parse(stdout)) };
}

describe.skipIf(!hasOpenssl)("a webhook by https", () => {
  let own: Receiver;
  let foreign: Receiver;
  let misnamed: Receiver;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-webhook-tls-"));
    own = await startReceiver("localhost");
    misnamed = await startReceiver("ci.example.com");
    foreign = await startReceiver("localhost");
    const trusted = path.join(dir, "own-ca.pem");
    await writeFile(trusted, own.certificate + misnamed.certificate);
    const environment = { NODE_EXTRA_CA_CERTS: trusted };
    farm = await startUpIn(environment, dir, "--phones", "1", "--webhooks-to-loopback");
  }, 60_000);
  afterAll(async () => {
    await farm?.stop();
    for (const server of servers) server.close();
    await rm(dir, { recursive: true, force: true });
  }, 60_000);

  it("reaches a receiver whose certificate the farm was told to trust", async () => {
    const { code, delivery } = await tested(own.url);
    expect(delivery).toMatchObject({ status: "delivered", attempts: [{ statusCode: 204 }] });
    expect([code, received]).toEqual([0, ["localhost"]]);
  }, 60_000);

  it.each([
    ["that nobody vouches for", () => foreign.url, "self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)"],
    ["of another name", () => misnamed.url, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])(
    "sends nothing to one with a certificate %s, and says so",
    async (_, url, why) => {
      received.length = 0;
      const { code, delivery } = await tested(url());
      const [{ error } = { error: "" }] = delivery.attempts;
      expect([delivery.status, code]).toEqual(["failed", 1]);
      expect(error).toContain("Its certificate was not accepted: ");
      expect(error).toContain(why);
      expect(received).toEqual([]);
    },
    60_000,
  );
});
