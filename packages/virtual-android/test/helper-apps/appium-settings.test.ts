import { expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

const name = "io.appium.settings";
const start = `am start -n ${name}/.Settings`;
const readClipboard = `am broadcast -n ${name}/.receivers.ClipboardReceiver -a ${name}.clipboard.get`;

async function withSettingsApp(): Promise<PhoneUser> {
  const user = await pickUpPhone();
  const apk = {
    packageName: name,
    label: "Appium Settings",
    hasCode: true,
    inputMethods: [`${name}/.AppiumIME`],
  };
  await user.phone.packages.install(Buffer.from(JSON.stringify(apk)), { replace: true, downgrade: false });
  return user;
}

it("starts a service and shows nothing; a forced stop ends the service", async () => {
  await using user = await withSettingsApp();
  const services = () => user.shell(`dumpsys activity services ${name}`);
  const front = await user.shell("dumpsys window | grep mCurrentFocus");
  expect(await services()).toContain("(nothing)");
  await user.shell(start);
  expect(await services()).toContain("isForeground=true");
  expect(await user.shell("dumpsys window | grep mCurrentFocus")).toBe(front);
  await user.shell(`am force-stop ${name}`);
  expect(await services()).toContain("(nothing)");
});

it("gives the clipboard only while its keyboard is selected, as Android 10 and later do", async () => {
  await using user = await withSettingsApp();
  user.phone.clipboard.set("Grüße");
  expect(await user.shell(readClipboard)).toContain('result=-1, data=""');
  await user.shell(`ime enable ${name}/.AppiumIME; ime set ${name}/.AppiumIME`);
  const text = Buffer.from("Grüße").toString("base64");
  expect(await user.shell(readClipboard)).toContain(`result=-1, data="${text}"`);
});

it("switches, and hears nothing of what it does not do, installed or not", async () => {
  await using user = await withSettingsApp();
  const wifi = `am broadcast -n ${name}/.receivers.WiFiConnectionSettingReceiver -a ${name}.wifi --es setstatus disable`;
  expect(await user.shell(wifi)).toContain("result=-1");
  expect(await user.shell("settings get global wifi_on")).toBe("0\n");
  expect(
    await user.shell(`am broadcast -a ${name}.locale -n ${name}/.receivers.LocaleSettingReceiver`),
  ).toContain("result=0");
  await user.shell(`pm uninstall ${name}`);
  expect(await user.shell(wifi)).toContain("result=0");
});
