const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && loopbackNames.has(new URL(url).hostname.toLowerCase());

/**
 * Why a request may not reach a loopback server, or null. A page in the browser can send requests to 127.0.0.1: its
 * `Origin` gives it away, and a DNS name it has rebound gives itself away in `Host`.
 */
export function loopbackObjection(headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}): string | null {
  if (headers.host === undefined || !isLoopbackUrl(`http://${headers.host}`)) {
    return `Host "${(headers.host ?? "").slice(0, 100)}" is not a loopback name: use 127.0.0.1 or localhost.`;
  }
  if (headers.origin !== undefined && !isLoopbackUrl(headers.origin)) {
    return `Origin "${headers.origin.slice(0, 100)}" may not call this server.`;
  }
  return null;
}
