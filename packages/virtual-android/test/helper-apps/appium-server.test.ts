import { expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";
import { ask, installServer, runner, serverUser } from "./server-user.ts";

const settings = "am start -a android.settings.SETTINGS";

it("starts the server only once both of its packages are installed", async () => {
  await using user = await pickUpPhone();
  expect(await user.shell(`am instrument -w ${runner} 2>&1`)).toContain("INSTRUMENTATION_FAILED");
  await installServer(user);
  expect(await user.shell("pm list instrumentation")).toBe(
    `instrumentation:${runner} (target=io.appium.uiautomator2.server)\n`,
  );
  expect(await ask(user.phone, "GET", "/status")).toBeNull();
  await user.shell(`am instrument ${runner}`);
  expect(await ask(user.phone, "GET", "/status")).toMatchObject({ status: 200, value: { ready: true } });
  expect(await user.shell("pidof io.appium.uiautomator2.server")).toMatch(/^\d+\n$/);
});

it.each([
  ["its session's end", "DELETE"],
  ["force-stop of the server", "am force-stop io.appium.uiautomator2.server"],
  ["force-stop of its tests", "am force-stop io.appium.uiautomator2.server.test"],
  ["a restart of Android", "stop; start"],
])("ends with %s, and `uiautomator dump` works again", async (_, how) => {
  await using server = await serverUser();
  const { user } = server;
  expect(await user.shell("uiautomator dump /dev/tty 2>&1")).toContain("already registered");
  if (how === "DELETE") await server.command("DELETE", "");
  else await user.shell(how);
  await expect.poll(() => ask(user.phone, "GET", "/status")).toBeNull();
  expect(await user.shell("uiautomator dump /dev/tty 2>&1")).toContain("<hierarchy");
});

it("gives way to nobody: a second test cannot have the windows, and a second start ends the first", async () => {
  await using server = await serverUser();
  const { user } = server;
  const first = await server.command("GET", "/source");
  expect(first.value).toContain(
    '<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">',
  );
  await user.shell(`am instrument ${runner}`);
  expect(await server.command("GET", "/source")).toMatchObject({
    status: 404,
    value: { error: "invalid session id" },
  });
});

it("finds by every locator, and names what it does not find", async () => {
  await using server = await serverUser();
  await server.user.shell(settings);
  const wanted = ["Display"];
  expect(await server.texts("xpath", "//android.widget.TextView[@text='Display']")).toEqual(wanted);
  expect(await server.texts("xpath", "//*[matches(@text, '^Disp')]/self::*")).toEqual(wanted);
  expect(await server.texts("-android uiautomator", 'new UiSelector().textStartsWith("Displ")')).toEqual(
    wanted,
  );
  const scrolled =
    'new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("About phone"))';
  expect(await server.texts("-android uiautomator", scrolled)).toEqual(["About phone"]);
  expect(await server.command("POST", "/element", { strategy: "id", selector: "nothing" })).toMatchObject({
    status: 404,
    value: { error: "no such element" },
  });
});

it.each([
  ["xpath", "//["],
  ["-android uiautomator", "new UiSelector().colour(1)"],
  ["-android uiautomator", 'new UiSelector().text("a'],
  ["css selector", "a"],
])("refuses %s %s as W3C says", async (strategy, selector) => {
  await using server = await serverUser();
  expect(await server.command("POST", "/element", { strategy, selector })).toMatchObject({
    status: 400,
    value: { error: "invalid selector" },
  });
});

it("clicks, and the element of the screen before is stale unless its locator finds it again", async () => {
  await using server = await serverUser();
  await server.user.shell(settings);
  const display = await server.find("xpath", "//*[@text='Display']");
  await server.command("POST", `/element/${display}/click`, {});
  expect(await server.texts("xpath", "//*[@text='Brightness level']")).toEqual(["Brightness level"]);
  expect(await server.command("POST", `/element/${display}/click`, {})).toMatchObject({ status: 200 });
  await server.command("POST", "/back", {});
  await server.command("POST", "/back", {});
  expect(await server.command("GET", `/element/${display}/rect`)).toMatchObject({
    status: 404,
    value: { error: "stale element reference" },
  });
});

it("types any script without a keyboard app, appends, replaces and clears", async () => {
  await using server = await serverUser();
  await server.user.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact");
  const field = await server.find("class name", "android.widget.EditText");
  const text = async () => (await server.command("GET", `/element/${field}/text`)).value;
  const hint = await text();
  await server.command("POST", `/element/${field}/value`, { text: "Żółć " });
  await server.command("POST", `/element/${field}/value`, { text: "日本 👍" });
  expect(await text()).toBe("Żółć 日本 👍");
  await server.command("POST", `/element/${field}/value`, { text: "ok", replace: true });
  expect(await text()).toBe("ok");
  await server.command("POST", `/element/${field}/clear`, {});
  expect(await text()).toBe(hint);
});

it("sees a toast for as long as it shows, which no dump does", async () => {
  await using server = await serverUser();
  server.user.phone.showToast("com.android.settings", "Saved");
  expect(await server.texts("xpath", "//android.widget.Toast")).toEqual(["Saved"]);
  server.user.setTime(new Date(server.user.phone.clock().getTime() + 4_000).toISOString());
  expect(await server.texts("xpath", "//android.widget.Toast")).toEqual([]);
});

it("answers a question for a permission, and has no alert without one", async () => {
  await using server = await serverUser();
  const { user } = server;
  expect(await server.command("GET", "/alert/text")).toMatchObject({
    status: 404,
    value: { error: "no such alert" },
  });
  user.phone.showPermissionDialog("com.android.contacts", "make and manage phone calls");
  expect((await server.command("GET", "/alert/text")).value).toContain("make and manage phone calls");
  await server.command("POST", "/alert/dismiss", {});
  expect(await server.command("POST", "/alert/accept", {})).toMatchObject({ status: 404 });
});

it.each([
  ["POST", "/touch/perform", {}, 500, "unsupported operation"],
  ["POST", "/nowhere", {}, 404, "unknown command"],
  ["POST", "/appium/settings", { settings: { colour: 1 } }, 400, "invalid argument"],
  ["POST", "/orientation", { orientation: "UP" }, 400, "invalid argument"],
  ["GET", "/element/1/text", undefined, 404, "no such element"],
])("refuses %s %s %j", async (method, path, body, status, error) => {
  await using server = await serverUser();
  expect(await server.command(method, path, body)).toMatchObject({ status, value: { error } });
});
