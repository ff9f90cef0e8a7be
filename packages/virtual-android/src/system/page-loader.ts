/** A page that is to be shown, as data: the same asked for again is the one that was loaded. */
export interface PageRequest {
  readonly id: string;
  readonly url: string;
  /** Of a form that is posted. */
  readonly body?: string;
}

export type LoadedPage =
  | { readonly status: "loading" }
  | { readonly status: "done"; readonly url: string; readonly type: string; readonly text: string }
  /** `code` as Chrome has it, without `net::`. */
  | { readonly status: "failed"; readonly code: string };

const longestBytes = 2 * 1_048_576;
const patienceMilliseconds = 10_000;
const mostRedirects = 20;
const mostKept = 60;
/** An emulator's name for the loopback of the machine it runs on. */
const hostAlias = "10.0.2.2";

/**
 * What the browser of one phone loads, with its cookies. Only the machine's loopback is there, as `localhost`, `127.x.x.x`, `[::1]` or
 * `10.0.2.2`: every other name is unknown and every other address out of reach.
 */
export class PageLoader {
  readonly #pages = new Map<string, LoadedPage>();
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #isOnline: () => boolean;
  readonly #changed: () => void;

  constructor(isOnline: () => boolean, changed: () => void) {
    this.#isOnline = isOnline;
    this.#changed = changed;
  }

  /** Begins to load what was never asked for; a form is not sent again for that. */
  page(request: PageRequest): LoadedPage {
    const known = this.#pages.get(request.id);
    if (known !== undefined) return known;
    if (request.body !== undefined) return { status: "failed", code: "ERR_CACHE_MISS" };
    return this.send(request);
  }

  send(request: PageRequest): LoadedPage {
    const loading: LoadedPage = { status: "loading" };
    this.#keep(request.id, loading);
    void this.#load(request).then((page) => {
      this.#keep(request.id, page);
      this.#changed();
    });
    return loading;
  }

  #keep(id: string, page: LoadedPage): void {
    this.#pages.delete(id);
    this.#pages.set(id, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > mostKept && oldest !== undefined) this.#pages.delete(oldest);
  }

  async #load(request: PageRequest): Promise<LoadedPage> {
    try {
      return await this.#follow(request);
    } catch (error) {
      return { status: "failed", code: codeOf(error) };
    }
  }

  async #follow(request: PageRequest): Promise<LoadedPage> {
    let url = new URL(request.url);
    let body = request.body;
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const code = this.#isOnline() ? refusalOf(url) : "ERR_INTERNET_DISCONNECTED";
      if (code !== null) return { status: "failed", code };
      const response = await this.#fetch(url, body);
      this.#remember(url, response);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        const type = response.headers.get("content-type") ?? "text/html";
        return { status: "done", url: url.href, type, text: await textOf(response) };
      }
      await response.body?.cancel();
      url = new URL(location, url);
      if (response.status !== 307 && response.status !== 308) body = undefined;
    }
    return { status: "failed", code: "ERR_TOO_MANY_REDIRECTS" };
  }

  #fetch(url: URL, body: string | undefined): Promise<Response> {
    const reached = new URL(url);
    if (reached.hostname === hostAlias) reached.hostname = "127.0.0.1";
    const cookies = [...(this.#cookies.get(url.hostname) ?? [])].map(([name, value]) => `${name}=${value}`);
    return fetch(reached, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMilliseconds),
      headers: {
        "user-agent":
          "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/113.0.5672.136 Mobile Safari/537.36",
        accept: "text/html,*/*;q=0.8",
        ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
  }

  #remember(url: URL, response: Response): void {
    const jar = this.#cookies.get(url.hostname) ?? new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (/;\s*max-age=(0|-\d+)/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    this.#cookies.set(url.hostname, jar);
  }
}

/** Why Chrome would not show it, or null. */
function refusalOf({ protocol, hostname }: URL): string | null {
  if (protocol !== "http:" && protocol !== "https:") return "ERR_UNKNOWN_URL_SCHEME";
  if (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname === hostAlias
  )
    return null;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname))
    return hostname.startsWith("127.") ? null : "ERR_ADDRESS_UNREACHABLE";
  return hostname.startsWith("[") ? "ERR_ADDRESS_UNREACHABLE" : "ERR_NAME_NOT_RESOLVED";
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > longestBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ECONNRESET: "ERR_CONNECTION_RESET",
  UND_ERR_SOCKET: "ERR_EMPTY_RESPONSE",
  ENOTFOUND: "ERR_NAME_NOT_RESOLVED",
  DEPTH_ZERO_SELF_SIGNED_CERT: "ERR_CERT_AUTHORITY_INVALID",
  ERR_SSL_WRONG_VERSION_NUMBER: "ERR_SSL_PROTOCOL_ERROR",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "ERR_SSL_PROTOCOL_ERROR",
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "ERR_FAILED";
  if (error.name === "TimeoutError") return "ERR_CONNECTION_TIMED_OUT";
  if (error.message.includes("bad port") || String(error.cause).includes("bad port"))
    return "ERR_UNSAFE_PORT";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return codes[code] ?? "ERR_FAILED";
}
