import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { RequestHead } from "@drover/aws-local/loopback-server";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { consoleCaching, consoleHeaders, isHashedAsset } from "#shared/http/console-headers.ts";
import type { WireResponse } from "#shared/http/wire.ts";
import { consoleDirectory } from "#shared/project-files.ts";

export interface WebPage {
  takes(head: RequestHead): boolean;
  answer(head: RequestHead): Promise<WireResponse>;
}

interface ConsolePageOptions {
  /** Where artifacts lie, which the page shows. */
  readonly artifactsUrl: string;
  /** Absent: the farm's own, which knows no issuer. */
  readonly config?: ConsoleConfig;
  /** Absent: where `npm run build:console` writes it. */
  readonly directory?: string;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const farmConfig = {
  schemaVersion: 1,
  place: "local",
  signIn: null,
} as const satisfies ConsoleConfig;

const configAddress = "/console-config.json";

/** What belongs to the API, whoever asks for it. */
const isOfApi = (target: string): boolean => target.startsWith("/v1/") || target === "/openapi.json";

/**
 * The console's page, built, at the API's own address: so it needs no other origin's leave to ask it. Every address that a
 * browser opens and that is not the API's is the page, which knows its own addresses.
 */
export function createConsolePage(options: ConsolePageOptions): WebPage {
  const { artifactsUrl, directory = consoleDirectory, config = farmConfig } = options;
  const signIn = config.signIn === null ? [] : [new URL(config.signIn.issuer).origin];
  const headers = consoleHeaders({ artifacts: new URL(artifactsUrl).origin, signIn });
  return {
    takes: (head) => fileFor(head) !== null,
    async answer(head) {
      const { path: target } = head;
      if (target === configAddress) return jsonOf(config, headers);
      const file = fileFor(head) ?? "";
      const body = await readFile(path.join(directory, file)).catch(() => null);
      if (body === null) return file === "index.html" ? notBuilt : notFound;
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      const said = { ...headers, etag, "cache-control": consoleCaching(target) };
      if (head.headers["if-none-match"] === etag) return { status: 304, headers: said, body: "" };
      const type = types[path.extname(file)] ?? "application/octet-stream";
      return { status: 200, headers: { ...said, "content-type": type }, body };
    },
  };
}

/** A file of the page by its own name, or the page itself for a browser that opens an address; null: neither. */
function fileFor({ method, path: target, headers }: RequestHead): string | null {
  if ((method !== "GET" && method !== "HEAD") || isOfApi(target)) return null;
  // Made by the build: letters, digits and these three signs, so no name leads out of its folder.
  if (isHashedAsset(target)) return /^\/assets\/[\w.-]+$/.test(target) ? target.slice(1) : null;
  if (target === "/favicon.svg" || target === configAddress) return target.slice(1);
  const isOpened = target === "/" || headers.accept?.includes("text/html") === true;
  return isOpened ? "index.html" : null;
}

const jsonOf = (value: unknown, headers: Readonly<Record<string, string>>): WireResponse => ({
  status: 200,
  headers: { ...headers, "content-type": "application/json", "cache-control": "no-cache" },
  body: JSON.stringify(value),
});

const notBuilt: WireResponse = {
  status: 503,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The console is not built here. Build it with: npm run build:console\n",
};

const notFound: WireResponse = {
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The page has no such file.\n",
};
