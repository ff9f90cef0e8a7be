import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

const shop = `<!doctype html><title>Corner shop</title><h1>Corner shop</h1><p>Open <b>today</b> until six.</p>
  <img alt="A basket" width=60 height=40><ul><li>Bread<li>Milk</ul><a href="/order">Order now</a>`;
const form = `<title>Order</title><form action="/done" method="post"><label for="who">Your name</label><input id="who" name="who">
  <label>Size <select name="size"><option value="s">Small<option value="l">Large</select></label>
  <label><input type="checkbox" name="gift" value="yes"> Gift wrap</label>
  <label><input type="radio" name="pay" value="cash" checked> Cash</label><label><input type="radio" name="pay" value="card"> Card</label>
  <textarea name="note" aria-label="Note"></textarea><input type="hidden" name="token" value="t1"><button>Send</button></form>`;

const posted: string[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  if (request.method === "POST") posted.push(body);
  if (request.url === "/moved") response.writeHead(302, { location: "http://example.com/" }).end();
  else if (request.url === "/visit")
    response.setHeader("set-cookie", "seen=1").end(`<h1>${request.headers.cookie ?? "Never seen"}</h1>`);
  else if (request.url === "/app")
    response.end("<title>App</title><div id=root></div><script src=app.js></script>");
  else
    response
      .setHeader("content-type", "text/html")
      .end(request.url === "/" ? shop : request.url === "/order" ? form : "<h1>Thank you</h1>");
});
let port = 0;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const visit = ({ phone }: PhoneUser, url: string) =>
  phone.activities.start({
    action: "android.intent.action.VIEW",
    data: url,
    categories: [],
    extras: {},
    flags: 0,
  });
const shows = (user: PhoneUser, label: string) => expect.poll(() => user.find(label)).toBeDefined();

describe("the browser of the virtual phone", () => {
  it("shows a page of the machine's loopback, follows its links, and sends its forms", async () => {
    await using user = await pickUpPhone();
    await visit(user, `http://10.0.2.2:${port}/`);
    await shows(user, "Open today until six.");
    expect((await user.see("Corner shop")).attributes.class).toBe("android.webkit.WebView");
    expect((await user.see("A basket")).attributes.class).toBe("android.widget.Image");
    expect(await user.find("• Milk")).toBeDefined();
    await user.tap("Order now");
    await shows(user, "Send");
    await user.tap("Your name");
    await user.phone.input.text("Ada & Co");
    await user.press(4);
    await user.tap("Size");
    await user.tap("Large");
    await user.tap("Gift wrap");
    await user.tap("Card");
    await user.scrollTo("Send");
    await shows(user, "Thank you");
    expect(posted).toEqual(["who=Ada+%26+Co&size=l&gift=yes&pay=card&note=&token=t1"]);
    await user.tap("Back");
    await shows(user, "Send");
    await user.tap("Forward");
    await shows(user, "Thank you");
    expect(posted).toHaveLength(1);
  });

  it.each([
    ["a name that is not the machine's", "http://example.com/", "ERR_NAME_NOT_RESOLVED"],
    ["an address that is not the machine's", "http://93.184.216.34/", "ERR_ADDRESS_UNREACHABLE"],
    ["a way out by a redirect", "/moved", "ERR_NAME_NOT_RESOLVED"],
    ["a port where nobody listens", "http://127.0.0.1:9/", "ERR_UNSAFE_PORT"],
  ])("refuses %s in Chrome's words", async (_what, url, code) => {
    await using user = await pickUpPhone();
    await visit(user, url.startsWith("/") ? `http://localhost:${port}${url}` : url);
    await shows(user, code);
    expect(await user.find("This site can’t be reached")).toBeDefined();
  });

  it("keeps cookies until its data are cleared", async () => {
    await using user = await pickUpPhone();
    const page = `http://127.0.0.1:${port}/visit`;
    await visit(user, page);
    await shows(user, "Never seen");
    await user.tap("Reload");
    await shows(user, "seen=1");
    await user.shell("pm clear org.chromium.webview_shell");
    await visit(user, page);
    await shows(user, "Never seen");
  });

  it("says that it is offline in airplane mode, and what needs script", async () => {
    await using user = await pickUpPhone();
    await visit(user, `http://127.0.0.1:${port}/app`);
    await shows(user, "This page needs JavaScript, which this browser does not run.");
    for (const key of ["wifi_on", "mobile_data"]) user.phone.settings.put("global", key, "0");
    await user.tap("Reload");
    await shows(user, "No internet");
  });
});
