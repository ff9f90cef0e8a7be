import { expect, it } from "vitest";
import { parseDump, pickUpPhone } from "../phone-user.ts";
import { by, http, jar, rpcUser, start } from "./rpc-user.ts";

const settings = "am start -a android.settings.SETTINGS";
const notFound = "androidx.test.uiautomator.UiObjectNotFoundException";

it("starts by app_process once its jar is there, and ends with its process", async () => {
  await using user = await pickUpPhone();
  expect(await user.shell(`${start} 2>&1`)).toContain("could not find class 'com.wetest.uia2.Main'");
  expect(await user.shell("CLASSPATH=/a app_process / com.genymobile.scrcpy.Server 2>&1")).toContain(
    "not supported by this virtual phone",
  );
  await user.shell(`echo jar > ${jar}`);
  expect(await user.shell(`toybox md5sum ${jar}`)).toContain(` ${jar}`);
  expect(await user.shell(`${start} -p 9k 2>&1`)).toContain("Invalid port: 9k");
  await user.shell(`nohup sh -c '${start} -p 9009' >/dev/null 2>&1 </dev/null &`);
  await expect.poll(async () => (await http(user, "/ping", undefined, 9_009))?.body.toString()).toBe("pong");
  expect(await user.shell("uiautomator dump /dev/tty 2>&1")).toContain("already registered");
  expect(await user.shell(`${start} 2>&1`)).toContain("already registered");
  expect(await user.shell("pgrep -f com.wetest.uia2.Main")).toMatch(/\d/);
  await user.shell("pkill -f com.wetest.uia2.Main");
  await expect.poll(() => http(user, "/ping", undefined, 9_009)).toBeNull();
  expect(await user.shell("uiautomator dump /dev/tty 2>&1")).toContain("<hierarchy");
});

it("starts as the test of its app too, which older clients install, and says so at once", async () => {
  await using user = await pickUpPhone();
  const app = "com.github.uiautomator";
  const runner = `${app}.test/androidx.test.runner.AndroidJUnitRunner`;
  for (const apk of [
    { packageName: app, label: "ATX" },
    { packageName: `${app}.test`, label: "Tests", instrumentations: [{ component: runner, target: app }] },
  ])
    await user.phone.packages.install(Buffer.from(JSON.stringify(apk)), { replace: true, downgrade: false });
  await user.shell(`am instrument -w -r -e class ${app}.stub.Stub ${runner} > /sdcard/said.txt 2>&1 &`);
  await expect.poll(() => user.shell("cat /sdcard/said.txt")).toContain("INSTRUMENTATION_STATUS_CODE: 1\n");
  expect(await user.shell(`am start -n ${app}/.ToastActivity 2>&1`)).not.toContain("Error");
  expect((await http(user, "/ping"))?.body.toString()).toBe("pong");
  await user.shell(`am force-stop ${app}`);
  await expect.poll(() => http(user, "/ping")).toBeNull();
});

it("tells of the device, and draws and dumps its screen", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  await user.shell(settings);
  expect(await call("deviceInfo")).toEqual({
    currentPackageName: "com.android.settings",
    displayHeight: 2_400,
    displayRotation: 0,
    displaySizeDpX: 411,
    displaySizeDpY: 914,
    displayWidth: 1_080,
    productName: expect.any(String),
    screenOn: true,
    sdkInt: 34,
    naturalOrientation: true,
  });
  const whole = await call("dumpWindowHierarchy", false, 50);
  const cut = await call("dumpWindowHierarchy", false, 3);
  expect(parseDump(whole).map(({ attributes }) => attributes.text)).toContain("Display");
  expect(Math.max(...parseDump(cut).map(({ depth }) => depth))).toBe(3);
  const jpeg = Buffer.from(await call("takeScreenshot", 0.5, 80), "base64");
  expect(jpeg.subarray(0, 2).toString("hex")).toBe("ffd8");
  expect((await http(user, "/screenshot/0"))?.body.subarray(0, 2).toString("hex")).toBe("ffd8");
});

it("finds by the fields that the mask names alone, below and beside, and counts", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  await user.shell(settings);
  const display = { ...by({ text: "Display" }), description: "of no bit" };
  expect(await call("exist", display)).toBe(true);
  expect(await call("exist", by({ text: "Nothing" }))).toBe(false);
  expect(await call("objInfo", display)).toMatchObject({
    className: "android.widget.TextView",
    packageName: "com.android.settings",
    text: "Display",
    contentDescription: null,
    visibleBounds: { left: expect.any(Number), bottom: expect.any(Number) },
  });
  const texts = by({ className: "android.widget.TextView" });
  const count = await call("count", texts);
  const all = await call("objInfoOfAllInstances", texts);
  expect(all).toHaveLength(count);
  expect(await call("getText", by({ className: "android.widget.TextView", instance: 2 }))).toBe(all[2].text);
  const inList = {
    ...by({ scrollable: true }),
    childOrSibling: ["child"],
    childOrSiblingSelector: [display],
  };
  expect(await call("getText", inList)).toBe("Display");
  const beside = {
    ...display,
    childOrSibling: ["sibling"],
    childOrSiblingSelector: [by({ textContains: "dark" })],
  };
  expect(await call("exist", beside)).toBe(true);
});

it("clicks, swipes, drags and presses keys, and says false for what is off the screen", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  await user.shell(settings);
  expect(await call("click", 5_000, 10)).toBe(false);
  expect(await call("click", by({ text: "Display" }))).toBe(true);
  expect(await call("waitForExists", by({ text: "Brightness level" }), 5_000)).toBe(true);
  expect(await call("pressKey", "back")).toBe(true);
  expect(await call("pressKey", "nothing")).toBe(false);
  expect(await call("waitUntilGone", by({ text: "Brightness level" }), 5_000)).toBe(true);
  const first = by({ className: "android.widget.TextView", instance: 1 });
  const before = await call("getText", first);
  expect(await call("swipe", 540, 1_800, 540, 600, 55)).toBe(true);
  expect(await call("getText", first)).not.toBe(before);
  expect(await call("drag", 540, 600, 540, 1_900, 100)).toBe(true);
  for (const [action, y] of [
    [0, 1_800],
    [2, 900],
    [1, 900],
  ])
    await call("injectInputEvent", action, 540, y, 0);
  expect(await call("pressKeyCode", 3)).toBe(true);
  expect((await call("deviceInfo")).currentPackageName).not.toBe("com.android.settings");
});

it("scrolls a list to a view, and back to its beginning", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  await user.shell(settings);
  const list = by({ scrollable: true });
  expect(await call("exist", by({ text: "About phone" }))).toBe(false);
  expect(await call("scrollTo", list, by({ text: "About phone" }), true)).toBe(true);
  expect(await call("exist", by({ text: "About phone" }))).toBe(true);
  expect(await call("scrollToBeginning", list, true, 500, 55)).toBe(true);
  expect(await call("scrollForward", list, true, 55)).toBe(true);
  await call("flingToEnd", list, true, 500);
  expect(await call("scrollForward", list, true, 55)).toBe(false);
  const row = await call("childByText", list, by({ clickable: true }), "Display", true);
  expect(await call("exist", row)).toBe(true);
  expect(await call("click", row)).toBe(true);
  expect(await call("waitForExists", by({ text: "Brightness level" }), 5_000)).toBe(true);
});

it("sets and clears a field's text in any script, by the clipboard too", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  await user.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact");
  const field = by({ className: "android.widget.EditText", instance: 0 });
  const hint = await call("getText", field);
  expect(await call("setText", field, "Żółć 日本")).toBe(true);
  expect(await call("getText", field)).toBe("Żółć 日本");
  expect(await call("clearTextField", field)).toBeNull();
  expect(await call("getText", field)).toBe(hint);
  await call("click", field);
  await call("setClipboard", null, "Grüße");
  expect(await call("getClipboard")).toBe("Grüße");
  await call("pasteClipboard");
  expect(await call("getText", by({ focused: true }))).toBe("Grüße");
  await call("clearInputText");
  expect(await call("getText", field)).toBe(hint);
});

it("remembers the last toast until it is cleared, opens the shade and turns the display", async () => {
  await using server = await rpcUser();
  const { user, call } = server;
  expect(await call("getLastToast")).toBeNull();
  user.phone.showToast("com.android.settings", "Saved");
  user.setTime(new Date(user.phone.clock().getTime() + 10_000).toISOString());
  expect(await call("getLastToast")).toBe("Saved");
  await call("clearLastToast");
  expect(await call("getLastToast")).toBeNull();
  expect(await call("openNotification")).toBe(true);
  expect((await call("dumpWindowHierarchy", false)).includes("com.android.systemui")).toBe(true);
  await call("pressKey", "back");
  await call("setOrientation", "left");
  expect(await call("deviceInfo")).toMatchObject({ displayRotation: 1, naturalOrientation: false });
  await call("sleep");
  expect(await call("isScreenOn")).toBe(false);
  expect(await call("setConfigurator", { waitForIdleTimeout: 100, other: 1 })).toMatchObject({
    waitForIdleTimeout: 100,
  });
});

it.each([
  ["a view that is not there", "objInfo", [by({ text: "No" })], -32_001, notFound, "UiSelector[TEXT=No]"],
  ["a name of no object", "click", ["none"], -32_001, notFound, "UiObject none not found!"],
  [
    "a pattern that is none",
    "exist",
    [{ ...by({}), mask: 4, textMatches: "(" }],
    -32_001,
    "java.lang.IllegalArgumentException",
    "",
  ],
  ["an unknown method", "paint", [], -32_601, "method not found", "paint"],
  [
    "a method of the real server alone",
    "runWatchers",
    [],
    -32_601,
    "method not found",
    "not supported by this virtual phone",
  ],
  [
    "a list that scrolls sideways",
    "scrollForward",
    [by({ scrollable: true }), false, 55],
    -32_602,
    "method parameters invalid",
    "",
  ],
  ["other parameters", "click", ["a", "b", "c"], -32_602, "method parameters invalid", "click does not take"],
])("refuses %s in JSON-RPC's terms", async (_, method, params, code, message, data) => {
  await using server = await rpcUser();
  await server.user.shell(settings);
  await expect(server.call(method, ...params)).rejects.toEqual({
    code,
    message,
    data: expect.stringContaining(data),
  });
});

it("answers what is no call with an error of JSON-RPC, and other addresses with 404", async () => {
  await using server = await rpcUser();
  const answered = async (body: string) =>
    JSON.parse((await http(server.user, "/jsonrpc/0", body))?.body.toString() ?? "");
  expect(await answered("{")).toMatchObject({ id: null, error: { code: -32_700 } });
  expect(await answered("[1]")).toMatchObject({ id: null, error: { code: -32_600 } });
  expect(await answered('{"id": "a", "method": "ping"}')).toEqual({
    jsonrpc: "2.0",
    id: "a",
    result: "pong",
  });
  expect((await http(server.user, "/jsonrpc/1", "{}"))?.status).toBe(404);
  await http(server.user, "/stop");
  await expect.poll(() => http(server.user, "/ping")).toBeNull();
});
