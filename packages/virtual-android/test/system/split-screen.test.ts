import { describe, expect, it } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const clock = "com.android.deskclock";
const settings = "com.android.settings";

const launcher = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
const wmShell = "dumpsys activity service SystemUIService WMShell";
const tasks = (user: PhoneUser) => user.shell("am stack list");
const taskOf = async (user: PhoneUser, app: string) =>
  new RegExp(`taskId=(\\d+): ${app}/`).exec(await tasks(user))?.[1] ?? "none";

async function split(): Promise<PhoneUser> {
  const user = await pickUpPhone();
  for (const app of [clock, settings]) await user.shell(`am start ${launcher} -p ${app}`);
  await user.shell(`${wmShell} splitscreen moveToSideStage ${await taskOf(user, clock)} 1`);
  return user;
}

describe("a split screen", () => {
  it("shows two apps, each in its half, and says so in its tasks and windows", async () => {
    await using user = await split();
    expect(await tasks(user)).toMatch(
      /com\.android\.settings\/\S+ bounds=\[0,0\]\[1080,1184\] userId=0 visible=true/,
    );
    expect(await tasks(user)).toMatch(
      /com\.android\.deskclock\/\S+ bounds=\[0,1216\]\[1080,2400\] userId=0 visible=true/,
    );
    const dump = await user.phone.dumpWindows();
    const xml = dump.ok ? dump.xml : "";
    expect(xml).toMatch(/type="TYPE_SPLIT_SCREEN_DIVIDER"/);
    expect(xml.match(/<window /g)).toHaveLength(3);
    expect(await user.shell("dumpsys window windows")).toMatch(
      /deskclock[^#]*isVisible=true[\s\S]*settings[^#]*isVisible=true/,
    );
  });

  it("gives the half that is touched the focus, and the touch as well", async () => {
    await using user = await split();
    expect(user.phone.activities.focused()?.packageName).toBe(clock);
    await user.phone.input.tap(540, 100);
    expect(user.phone.activities.focused()?.packageName).toBe(settings);
    const [found] = (await user.nodes()).filter(({ attributes }) => attributes.clickable === "true");
    expect(found?.bounds[3]).toBeLessThanOrEqual(1_184);
  });

  it("draws the second app where it is", async () => {
    await using user = await split();
    const before = await user.phone.screencap();
    await user.press(KEY.home);
    expect((await user.phone.screencap()).equals(before)).toBe(false);
  });

  it.each(["exitSplitScreen", "removeFromSideStage"])("is left by %s", async (command) => {
    await using user = await split();
    await user.shell(`${wmShell} splitscreen ${command} ${await taskOf(user, clock)}`);
    const left = command === "exitSplitScreen" ? clock : settings;
    expect(user.phone.activities.focused()?.packageName).toBe(left);
    expect(await tasks(user)).toMatch(new RegExp(`${left}/\\S+ bounds=\\[0,0\\]\\[1080,2400\\]`));
  });

  it("is over when another task comes to the front, or one of the two ends", async () => {
    await using user = await split();
    await user.press(KEY.home);
    expect(await tasks(user)).not.toContain("1184");
    await using other = await split();
    await other.shell(`am force-stop ${clock}`);
    expect(await tasks(other)).not.toContain("1184");
  });

  it("answers what is wrong with a command as Android does, and says what it can do", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell(`${wmShell} splitscreen moveToSideStage 7`)).toContain("Error: task id");
    expect(await user.shell(`${wmShell} splitscreen fly 7`)).toContain("Invalid command: fly");
    expect(await user.shell(`${wmShell} help`)).toMatch(/splitscreen\n\s+moveToSideStage <taskId>/);
    expect(await user.shell("dumpsys activity service Nobody")).toContain("No services match: Nobody");
  });
});
