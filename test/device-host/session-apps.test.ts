import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchApp } from "#device-host/apps/fetch-app.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { startTestFarm, type TestFarm } from "./start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const apk = JSON.stringify({ packageName: "com.example.linked", label: "Linked" });
const sha256 = createHash("sha256").update(apk).digest("hex");

/** A shop of apps: one that leads on to it, one that leads nowhere good. */
const shop = createServer(({ url }, response) => {
  if (url === "/app.apk") response.end(apk);
  else if (url === "/broken.apk") response.end("no app at all");
  else if (url === "/moved") response.writeHead(302, { location: "/app.apk" }).end();
  else if (url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (url === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else response.writeHead(404).end("a secret of the shop");
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

describe("a link to an app", () => {
  const fetching = (mayBeLocal: boolean) => ({ mayBeLocal, signal: AbortSignal.timeout(30_000) });
  const got = (path: string, more: { sha256?: string } = {}) =>
    fetchApp({ url: origin + path, ...more }, fetching(true));

  it("is followed to the app, whose checksum must be the one that was said", async () => {
    expect((await got("/moved", { sha256 })).toString()).toBe(apk);
    await expect(got("/app.apk", { sha256: "0".repeat(64) })).rejects.toThrow(
      `SHA-256 differs from the given one: ${sha256}`,
    );
  });

  it("that leads nowhere is refused in Drover's words, not in those of whoever answered", async () => {
    await expect(got("/none")).rejects.toThrow("It answers 404");
    await expect(got("/none")).rejects.not.toThrow("secret");
    await expect(got("/round")).rejects.toThrow("more than 5 redirects");
    await expect(got("/file")).rejects.toThrow("not lead to a web address");
  });

  it("leads to no inner address, by http or by any name, unless the farm's config lets it", async () => {
    for (const url of [
      `${origin}/app.apk`,
      "https://127.0.0.1/a",
      "https://localhost/a",
      "https://[::ffff:10.0.0.1]/a",
    ])
      await expect(fetchApp({ url }, fetching(false))).rejects.toMatchObject({ code: "AppUnusable" });
  });
});

describe("a session that begins with apps", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    const config = await loadProjectConfig({});
    await farm.startHost({ config: { ...config, apps: { describe: false, local: true } } });
    await farm.device(0, (state) => state === "ready");
  });
  afterAll(() => farm.close());

  const hold = (apps: unknown[]) =>
    farm.lease({
      agent: { kind: "session", name: "session", turnTimeoutSeconds: 60 },
      session: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, apps },
      policy: { actions: { deny: [] } },
    });
  const packages = (): readonly string[] =>
    farm.phones.phones[0]?.packages.list().map(({ packageName }) => packageName) ?? [];

  it("has them when it is set up, and its device has them no more when it has ended", async () => {
    const held = await hold([{ url: `${origin}/app.apk`, sha256 }]);
    await farm.run(held, setUp);
    expect(packages()).toContain("com.example.linked");
    await farm.run(held, { kind: "release" });
    expect(packages()).not.toContain("com.example.linked");
  });

  it("[fault A14] ends with what was wrong with one: it cannot be had, or the device refuses it", async () => {
    for (const [file, said] of [
      ["none", "It answers 404."],
      ["broken.apk", "INSTALL_"],
    ] as const) {
      const held = await hold([{ url: `${origin}/${file}` }]);
      const answer = await farm.run(held, setUp);
      expect(answer).toMatchObject({ error: "AppUnusable", cause: expect.stringContaining(said) });
      await farm.run(held, { kind: "release" });
    }
  });

  it("is no other than a job whose sender has apps prepared, whatever its agent may do", async () => {
    const held = await farm.lease({ prepare: { apps: [{ url: `${origin}/app.apk` }] } });
    await farm.run(held, setUp);
    expect(packages()).toContain("com.example.linked");
    await farm.run(held, { kind: "release" });
    expect(packages()).not.toContain("com.example.linked");
  });
});
