const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request may not reach a loopback server, or null. A page in the browser can send requests to 127.0.0.1: its
 * `Origin` gives it away, and a DNS name it has rebound gives itself away in `Host`. Pages that the server serves itself may ask it, and
 * those of `pages`, which are whole origins: any other program of this machine may serve pages too.
 */
export function loopbackObjection(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  pages: readonly string[] = [],
): string | null {
  const { host = "", origin } = headers;
  if (!loopbackHost.test(host)) {
    return `Host "${host.slice(0, 100)}" is not a loopback name: use 127.0.0.1 or localhost.`;
  }
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}` && !pages.includes(origin)) {
    return `Origin "${origin.slice(0, 100)}" may not call this server.`;
  }
  return null;
}
