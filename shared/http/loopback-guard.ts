const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request may not reach a loopback server, or null. A page in the browser can send requests to 127.0.0.1: its
 * `Origin` gives it away, and a DNS name it has rebound gives itself away in `Host`.
 */
export function loopbackObjection(headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}): string | null {
  const { host = "", origin } = headers;
  if (!loopbackHost.test(host)) {
    return `Host "${host.slice(0, 100)}" is not a loopback name: use 127.0.0.1 or localhost.`;
  }
  if (origin !== undefined && !loopbackHost.test(origin.replace(/^https?:\/\//i, ""))) {
    return `Origin "${origin.slice(0, 100)}" may not call this server.`;
  }
  return null;
}
