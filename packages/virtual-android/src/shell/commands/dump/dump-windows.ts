import { navigationBarArea, type Rect, statusBarPx } from "../../../graphics/geometry.ts";
import type { VirtualDevice } from "../../../system/device.ts";
import { keyboardArea } from "../../../toolkit/keyboard-layout.ts";
import { longComponent, shortComponent } from "../packages/intent-arguments.ts";

/** Android prints an object's identity; here it is the same for the same window every time. */
function identity(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xfffffff;
  return hash.toString(16);
}

const windowOf = (component: string): string =>
  `Window{${identity(component)} u0 ${component.includes("/") ? longComponent(component) : component}}`;
const recordOf = (component: string, taskId: number): string =>
  `ActivityRecord{${identity(`${component}#`)} u0 ${shortComponent(component)} t${taskId}}`;

/** `dumpsys window`: `displays` is the part about the screen, `all` has the windows and the policy too. */
export function dumpWindows(device: VirtualDevice): {
  readonly displays: string;
  readonly policy: string;
  readonly all: string;
} {
  const displays = describeDisplay(device).join("\n");
  const focus = focusLines(device);
  const { isOn, isLocked } = device.display;
  const policy = [
    "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
    `    screenState=${isOn ? "SCREEN_STATE_ON" : "SCREEN_STATE_OFF"}`,
    "    KeyguardServiceDelegate",
    `      showing=${isLocked}`,
    `      inputRestricted=${isLocked}`,
    `    mAwake=${isOn}`,
    `    mDreamingLockscreen=${isLocked}`,
    `    isKeyguardShowing=${isLocked}`,
    "",
  ];
  const windows = openWindows(device).flatMap(({ title, packageName, secure, isVisible }, index) => [
    `  Window #${index} ${windowOf(title)}:`,
    "    mDisplayId=0",
    `    mOwnerUid=1000 showForAllUsers=false package=${packageName} appop=NONE`,
    `      fl=LAYOUT_IN_SCREEN HARDWARE_ACCELERATED${secure ? " SECURE" : ""}`,
    `    isOnScreen=${isVisible}`,
    `    isVisible=${isVisible}`,
  ]);
  const all = [
    "WINDOW MANAGER WINDOWS (dumpsys window windows)",
    ...windows,
    ...focus,
    "",
    displays,
    ...policy,
  ].join("\n");
  return { displays: [displays, ...focus, ""].join("\n"), policy: policy.join("\n"), all };
}

/** From the top: the system's own, the keyboard, what shows on the display, and the tasks that do not. */
function openWindows({ activities, display }: VirtualDevice) {
  const shown = activities.windows();
  const bar = { packageName: "com.android.systemui", secure: false, isVisible: display.isOn };
  const keyboard = { packageName: "com.android.inputmethod.latin", isVisible: activities.inputMethodShown() };
  const hidden = activities
    .tasks()
    .filter(({ component }) => shown.every(({ title }) => title !== component));
  return [
    { ...bar, title: "StatusBar" },
    { ...bar, title: "NavigationBar0" },
    { ...bar, ...keyboard, title: "InputMethod" },
    ...shown.map((one) => ({ ...one, isVisible: true })),
    ...hidden.map(({ component, ...task }) => ({
      ...task,
      title: component,
      secure: false,
      isVisible: false,
    })),
  ];
}

function describeDisplay({
  display: { width, height, densityDpi, physical, rotation, isOn },
  settings,
}: VirtualDevice): readonly string[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const initial = `${physical.width}x${physical.height} ${physical.densityDpi}dpi`;
  const natural = `${rotation % 2 === 1 ? `${height}x${width}` : `${width}x${height}`} ${densityDpi}dpi`;
  const base = natural === initial ? "" : ` base=${natural}`;
  const isFree = settings.get("system", "accelerometer_rotation") === "1";
  const userRotation = Number(settings.get("system", "user_rotation") ?? "0") * 90;
  return [
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
    "  Display: mDisplayId=0 (organized)",
    `    init=${initial}${base} cur=${width}x${height} app=${width}x${height} rng=${short}x${short}-${long}x${long}`,
    "    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion()",
    "  DisplayRotation",
    `    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED`,
    `    mRotation=${rotation} mDeferredRotationPauseCount=0`,
    `    mCurrentRotation=ROTATION_${rotation * 90}`,
    `    mUserRotationMode=USER_ROTATION_${isFree ? "FREE" : "LOCKED"} mUserRotation=ROTATION_${userRotation} mFixedToUserRotation=DEFAULT`,
    "  WindowInsetsStateController",
    "    InsetsState",
    `      mDisplayFrame=Rect(0, 0 - ${width}, ${height})`,
    insetsSource("8b2f0000", "statusBars", { left: 0, top: 0, right: width, bottom: statusBarPx() }),
    insetsSource("2af30001", "navigationBars", navigationBarArea({ width, height })),
    `  mScreenOn=${isOn}`,
    "",
  ];
}

/** As InsetsSource.dump of Android 14 writes it. */
const insetsSource = (id: string, type: string, { left, top, right, bottom }: Rect): string =>
  `        InsetsSource id=${id} type=${type} frame=[${left},${top}][${right},${bottom}] visible=true flags=`;

function focusLines({ activities }: VirtualDevice): readonly string[] {
  const focused = activities.focused();
  const [top] = activities.tasks();
  const inFront = focused === null ? null : windowOf(focused.windowTitle || focused.component);
  const app = top === undefined ? null : recordOf(top.component, top.taskId);
  return [
    `  mCurrentFocus=${inFront}`,
    `  mFocusedApp=${app}`,
    `  mInputMethodTarget=${activities.inputMethodShown() ? inFront : null}`,
  ];
}

/** `dumpsys window InputMethod`: the keyboard's window, whose touchable region tells what it covers. */
export function dumpInputMethodWindow({ activities, display: { width, height } }: VirtualDevice): string {
  const heading = "WINDOW MANAGER WINDOWS (dumpsys window windows)";
  if (!activities.inputMethodShown()) return `${heading}\n`;
  const { left, top, right, bottom } = keyboardArea(width, height);
  return [
    heading,
    `  Window #0 ${windowOf("InputMethod")}:`,
    "    mDisplayId=0 mOwnerUid=10102 package=com.android.inputmethod.latin",
    `    Frames: parent=[0,0][${width},${height}] display=[0,0][${width},${height}] frame=[0,0][${width},${height}]`,
    `    touchable region=SkRegion((${left},${top},${right},${bottom}))`,
    "    isVisible=true",
    "",
  ].join("\n");
}

/** `dumpsys activity [activities|top|recents|processes]`; null for its other parts. */
export function dumpActivities(
  [part = "activities"]: readonly string[],
  device: VirtualDevice,
): string | null {
  const tasks = device.activities.tasks();
  const [top] = tasks;
  if (part === "recents" || part === "r") {
    const lines = tasks.map(
      ({ component, taskId, packageName }, index) =>
        `  * Recent #${index}: Task{${identity(component)} #${taskId} type=standard A=10100:${packageName}}\n    realActivity={${shortComponent(component)}}\n`,
    );
    return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${lines.join("")}`;
  }
  if (part === "processes" || part === "p") {
    const lines = device.activities
      .running()
      .map(
        ({ packageName, pid }) =>
          `  *APP* UID 10100 ProcessRecord{${identity(packageName)} ${pid}:${packageName}/u0a100}\n`,
      );
    return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n${lines.join("")}`;
  }
  if (part === "top") {
    if (top === undefined) return "";
    return `TASK ${top.packageName} id=${top.taskId} userId=0\n  ACTIVITY ${shortComponent(top.component)} ${identity(top.component)} pid=${pidOf(top.packageName, device)}\n`;
  }
  if (!/^(a|activities|-a)$/.test(part)) return null;
  const resumed = top === undefined ? null : recordOf(top.component, top.taskId);
  const hist = tasks.map(({ component, taskId }) => `    * Hist  #0: ${recordOf(component, taskId)}\n`);
  return [
    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
    "Display #0 (activities from top to bottom):",
    `${hist.join("")}  topResumedActivity=${resumed}`,
    `  ResumedActivity: ${resumed}`,
    "",
    `  mFocusedApp=${resumed}`,
    "",
  ].join("\n");
}

const pidOf = (packageName: string, { activities }: VirtualDevice): number =>
  activities.running().find((process) => process.packageName === packageName)?.pid ?? 0;
