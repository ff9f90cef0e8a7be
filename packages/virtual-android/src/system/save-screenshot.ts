import type { PhoneCore } from "./phone-core.ts";

const DIRECTORY = "/sdcard/Pictures/Screenshots";

/** What the screenshot keys do: a file named by the time, unless what is shown forbids pictures of itself. */
export async function saveScreenshot(
  core: PhoneCore,
  taken: { png(): Promise<Buffer>; readonly isSecure: boolean },
): Promise<void> {
  if (taken.isSecure) {
    const text = "Taking screenshots isn't allowed by the app or your organization";
    core.notifications.post("com.android.systemui", { id: 1, title: "Couldn't save screenshot", text });
    return;
  }
  const [day = "", time = ""] = core.clock().toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  const png = await taken.png();
  core.files.makeDirectory(DIRECTORY, true);
  core.files.write(`${DIRECTORY}/Screenshot_${day}-${time}.png`, png);
}
