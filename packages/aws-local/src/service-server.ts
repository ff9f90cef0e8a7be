import { mkdir } from "node:fs/promises";
import { startLoopbackServer } from "./http/loopback-server.ts";
import type { WireService } from "./http/wire.ts";
import { jsonRefusal } from "./signature/json-refusal.ts";
import { requireSignature } from "./signature/require-signature.ts";
import type { SignatureRules } from "./signature/verify-signature.ts";
import { refusalToOpen } from "./sqlite/refusal-to-open.ts";

export interface ServiceServerOptions {
  /** Directory of what the service keeps; made when missing. */
  readonly dataDir: string;
  readonly port?: number | undefined;
  /** What requests over the socket must be signed with; absent: they need not be. */
  readonly signatures?: Omit<SignatureRules, "services"> | undefined;
  readonly clock?: (() => Date) | undefined;
}

export interface ServiceServer {
  readonly url: string;
  readonly port: number;
  /** The same without a socket, for inProcessHandler. */
  readonly service: WireService;
  close(): Promise<void>;
}

export interface ServedService {
  /** As signatures name it. */
  readonly name: string;
  readonly service: WireService;
  /** The status of a refused signature. */
  readonly refusal: 400 | 403;
  readonly requestLimitBytes: number;
  close(): void | Promise<void>;
}

/** A service with a JSON protocol on loopback; what it keeps is closed with it, or when it cannot start. */
export async function startServiceServer(
  { port, signatures }: ServiceServerOptions,
  { name, service, refusal, requestLimitBytes, close }: ServedService,
): Promise<ServiceServer> {
  const rules = signatures && { ...signatures, services: [name] };
  try {
    const server = await startLoopbackServer({
      answer: rules === undefined ? service : requireSignature(rules, jsonRefusal(refusal), service),
      port,
      bodyLimitBytes: requestLimitBytes,
      tooLarge: { status: 413, headers: {}, body: "" },
    });
    return {
      url: server.url,
      port: server.port,
      service,
      async close() {
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens what a service keeps in its directory. @throws StartRefused, which says what to do */
export async function openIn<Opened>(what: string, dataDir: string, open: () => Opened): Promise<Opened> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return open();
  } catch (error) {
    throw refusalToOpen(what, dataDir, error);
  }
}
