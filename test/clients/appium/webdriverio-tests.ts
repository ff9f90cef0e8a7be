import { must } from "../client-phone.ts";
import type { AppiumBrowser } from "./appium-browser.ts";

/** A phone that is asked past Appium. */
export interface AskedPhone {
  shell(command: string): Promise<string>;
}

type Test = (browser: AppiumBrowser, phone: AskedPhone) => Promise<void>;

const settings = "com.android.settings";
const contacts = "com.android.contacts";
const text = (shown: string): string => `//*[@text="${shown}"]`;
const scrolledTo = (shown: string): string =>
  `android=new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("${shown}"))`;

const open = (phone: AskedPhone, action: string): Promise<string> => phone.shell(`am start -a ${action}`);
const openSettings: Test = async (_, phone) => void (await open(phone, "android.settings.SETTINGS"));
const newContact = (phone: AskedPhone): Promise<string> =>
  phone.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact");
const focus = (phone: AskedPhone): Promise<string> => phone.shell("dumpsys window | grep mCurrentFocus");

async function refusedWith(error: string, does: () => PromiseLike<unknown>): Promise<void> {
  const said = await does().then(
    () => "nothing",
    (reason: Error) => `${reason.name}: ${reason.message}`,
  );
  must(said.includes(error), `expected ${error}, got ${said}`);
}

const find: Readonly<Record<string, Test>> = {
  "finds by XPath": async (browser, phone) => {
    await openSettings(browser, phone);
    must((await browser.$(text("Display")).getText()) === "Display", "no Display");
  },
  "finds by UiSelector": async (browser) => {
    const found = await browser.$('android=new UiSelector().textStartsWith("Netw")').getText();
    must(found === "Network & internet", found);
  },
  "finds by resource id": async (browser) => {
    const found = await browser.$$("id=android:id/title").length;
    must(found > 3, `${found} titles`);
  },
  "finds by accessibility id": async (browser, phone) => {
    await phone.shell("am start -n com.android.contacts/.activities.PeopleActivity");
    const source = await browser.getPageSource();
    const described = /content-desc="([^"]+)"/.exec(source)?.[1] ?? "";
    must(await browser.$(`~${described}`).isExisting(), `no ~${described}`);
  },
  "finds by class name, and says how many": async (browser, phone) => {
    await openSettings(browser, phone);
    const found = await browser.$$("android.widget.TextView").length;
    must(found > 5, `${found} text views`);
  },
  "finds inside another element": async (browser) => {
    const list = await browser.$("android=new UiSelector().scrollable(true)");
    must((await list.$('android=new UiSelector().text("Display")').getText()) === "Display", "not inside");
  },
  "says that there is no such element": async (browser) => {
    must(!(await browser.$(text("No such thing")).isExisting()), "it exists");
    await refusedWith("invalid selector", async () => (await browser.$("//[")).click());
  },
  "reads attributes, size and place": async (browser) => {
    const element = await browser.$(text("Display"));
    must((await element.getAttribute("class")) === "android.widget.TextView", "class");
    must(await element.isDisplayed(), "not displayed");
    must((await element.getSize()).height > 0 && (await element.getLocation()).y > 0, "no place");
  },
};

const touch: Readonly<Record<string, Test>> = {
  clicks: async (browser, phone) => {
    await openSettings(browser, phone);
    await browser.$(scrolledTo("Display")).click();
    await browser.$(text("Brightness level")).waitForExist({ timeout: 5_000 });
  },
  "goes back": async (browser) => {
    await browser.back();
    await browser.$(text("Brightness level")).waitForExist({ timeout: 5_000, reverse: true });
  },
  "scrolls a view into sight": async (browser, phone) => {
    await openSettings(browser, phone);
    must((await browser.$(scrolledTo("About phone")).getText()) === "About phone", "not there");
  },
  "swipes by W3C actions": async (browser, phone) => {
    await openSettings(browser, phone);
    await browser.$(scrolledTo("Network & internet"));
    const before = await browser.getPageSource();
    await browser.performActions([
      {
        type: "pointer",
        id: "finger",
        parameters: { pointerType: "touch" },
        actions: [
          { type: "pointerMove", duration: 0, x: 540, y: 1_800 },
          { type: "pointerDown", button: 0 },
          { type: "pointerMove", duration: 300, x: 540, y: 700 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
    must((await browser.getPageSource()) !== before, "nothing moved");
  },
  "scrolls by gesture until the end": async (browser) => {
    const area = { left: 100, top: 500, width: 800, height: 1_400, direction: "down", percent: 1 };
    let more: unknown = true;
    for (let swipe = 0; swipe < 20 && more === true; swipe += 1)
      more = await browser.execute("mobile: scrollGesture", area);
    must(more === false, "the list has no end");
    must(await browser.$(text("About phone")).isExisting(), "not at the end");
  },
  "presses long by gesture": async (browser, phone) => {
    await newContact(phone);
    const field = await browser.$("android.widget.EditText");
    await field.setValue("long");
    await browser.execute("mobile: longClickGesture", { elementId: field.elementId, duration: 800 });
    await browser.pressKeyCode(67);
    must((await field.getText()) !== "long", "nothing was selected");
  },
};

const type: Readonly<Record<string, Test>> = {
  "types into a field": async (browser, phone) => {
    await newContact(phone);
    const field = await browser.$("android.widget.EditText");
    await field.setValue("Ada");
    await field.addValue(" Lovelace");
    must((await field.getText()) === "Ada Lovelace", await field.getText());
  },
  "types any script": async (browser) => {
    const field = await browser.$("android.widget.EditText");
    await field.setValue("Żółć 日本 👍");
    must((await field.getText()) === "Żółć 日本 👍", await field.getText());
  },
  "clears a field": async (browser) => {
    const field = await browser.$("android.widget.EditText");
    await field.clearValue();
    must(!(await field.getText()).includes("日本"), await field.getText());
  },
  "presses keys": async (browser, phone) => {
    await browser.pressKeyCode(3);
    must((await focus(phone)).includes("launcher"), await focus(phone));
  },
};

const alerts: Readonly<Record<string, Test>> = {
  "has no alert when none is open": (browser) => refusedWith("no such alert", () => browser.getAlertText()),
  "reads and dismisses an alert": async (browser, phone) => {
    await newContact(phone);
    await (await browser.$("android.widget.EditText")).setValue("Unsaved");
    await browser.back();
    await browser.back();
    must((await browser.getAlertText()) !== "", "no text");
    await browser.dismissAlert();
    await refusedWith("no such alert", () => browser.getAlertText());
  },
  "accepts an alert": async (browser) => {
    await browser.back();
    await browser.acceptAlert();
    await refusedWith("no such alert", () => browser.getAlertText());
  },
  "grants and revokes a permission": async (browser, phone) => {
    const permissions = { permissions: "android.permission.READ_CONTACTS", appPackage: contacts };
    for (const [action, granted] of [
      ["revoke", "false"],
      ["grant", "true"],
    ] as const) {
      await browser.execute("mobile: changePermissions", { ...permissions, action });
      const said = await phone.shell(`dumpsys package ${contacts} | grep READ_CONTACTS: | tail -1`);
      must(said.includes(`granted=${granted}`), said);
    }
  },
};

const phoneItself: Readonly<Record<string, Test>> = {
  "knows the states of an app": async (browser) => {
    await browser.activateApp(settings);
    must((await browser.queryAppState(settings)) === 4, "not in front");
    await browser.terminateApp(settings);
    must((await browser.queryAppState(settings)) === 1, "it still runs");
    must((await browser.queryAppState("com.example.none")) === 0, "installed");
  },
  "knows which apps are installed": async (browser) => {
    must(await browser.isAppInstalled(contacts), "no contacts");
    must(!(await browser.isAppInstalled("com.example.none")), "one too many");
  },
  "takes a picture of the screen": async (browser) => {
    const png = Buffer.from(await browser.takeScreenshot(), "base64");
    must(png.readUInt32BE(16) === 1_080 && png.readUInt32BE(20) === 2_400, "another size");
  },
  "takes a picture of an element": async (browser, phone) => {
    await openSettings(browser, phone);
    const element = await browser.$(scrolledTo("Display"));
    const { width } = await element.getSize();
    const png = Buffer.from(await browser.takeElementScreenshot(element.elementId), "base64");
    must(png.readUInt32BE(16) === width, "another size");
  },
  "opens a deep link": async (browser, phone) => {
    await browser.execute("mobile: deepLink", { url: "tel:5551234", package: "com.android.dialer" });
    must((await focus(phone)).includes("dialer"), await focus(phone));
  },
  "has a clipboard": async (browser) => {
    await browser.setClipboard(Buffer.from("Grüße").toString("base64"), "plaintext");
    must(Buffer.from(await browser.getClipboard(), "base64").toString() === "Grüße", "another text");
  },
  "turns the screen": async (browser, phone) => {
    await openSettings(browser, phone);
    await browser.setOrientation("LANDSCAPE");
    must((await browser.getOrientation()) === "LANDSCAPE", "not turned");
    must((await browser.getPageSource()).includes('width="2400"'), "the windows are not turned");
    await browser.setOrientation("PORTRAIT");
  },
  "pushes and pulls a file": async (browser, phone) => {
    const content = Buffer.from("three\nlines\nhere").toString("base64");
    await browser.pushFile("/sdcard/Download/pushed.txt", content);
    must((await phone.shell("cat /sdcard/Download/pushed.txt")).includes("lines"), "not there");
    must((await browser.pullFile("/sdcard/Download/pushed.txt")) === content, "another content");
  },
  "opens the notifications": async (browser, phone) => {
    await browser.openNotifications();
    must((await focus(phone)).includes("NotificationShade"), await focus(phone));
    await browser.back();
  },
  "keeps settings, and refuses one that there is not": async (browser) => {
    await browser.updateSettings({ waitForIdleTimeout: 100 });
    must((await browser.getSettings()).waitForIdleTimeout === 100, "not kept");
    await refusedWith("invalid argument", () => browser.updateSettings({ waitForIdleTimeout: "long" }));
  },
  "refuses what is not there in W3C's terms": (browser) =>
    refusedWith("unsupported operation", () => browser.execute("mobile: listWindows", {})),
};

/** In this order: some go on from the screen of the one before. */
export const webdriverioTests: Readonly<Record<string, Test>> = {
  ...find,
  ...touch,
  ...type,
  ...alerts,
  ...phoneItself,
};
