import type { VirtualPhone } from "@drover/virtual-android";
import type { RaisedException } from "#shared/contracts/agent/raised-exception.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { locateElements } from "#shared/screen/locate-element.ts";

export interface FailureCase {
  readonly kind: "popup" | "crash" | "moved button" | "offline" | "wrong app" | "stuck list";
  readonly raised: Partial<RaisedException> & Pick<RaisedException, "exception">;
  /** Brings the phone where the automation fails; `now`: milliseconds of the recovery's clock. */
  readonly break: (phone: VirtualPhone, now: () => number) => Promise<void>;
  /** What the automation was about to use is there. */
  readonly works: (tree: SemanticUITree) => boolean;
}

/** The same numbers for the same seed. */
function randomOf(seed: number): <Item>(items: readonly Item[]) => Item {
  let state = seed >>> 0;
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const item = items[Math.floor((state / 2 ** 32) * items.length)];
    if (item === undefined) throw new Error("there is nothing to choose from");
    return item;
  };
}

const apps = [
  { app: "com.android.deskclock", label: "Clock", target: "Add alarm" },
  { app: "com.android.settings", label: "Settings", target: "Network & internet" },
  { app: "com.android.contacts", label: "Contacts", target: "Create contact" },
] as const;

const shows =
  (target: string) =>
  (tree: SemanticUITree): boolean =>
    (locateElements(tree, target)[0]?.confidence ?? 0) >= 0.9;

async function open(phone: VirtualPhone, app: string): Promise<void> {
  const component = phone.packages.list().find(({ packageName }) => packageName === app)?.launcherActivity;
  if (!component) throw new Error(`${app} is not installed`);
  await phone.activities.start({ component, categories: [], extras: {}, flags: 0 });
}

const missing = (target: string) => `NoSuchElementError: no such element: "${target}"`;
type Choose = ReturnType<typeof randomOf>;

const popup = (choose: Choose): FailureCase => {
  const { app, target } = choose(apps);
  const [title, away] = choose([
    ["Rate this app", "Not now"],
    ["What's new", "Got it"],
    ["Turn on notifications", "No thanks"],
  ] as const);
  return {
    kind: "popup",
    raised: { exception: missing(target), context: { package: app } },
    async break(phone) {
      await open(phone, app);
      phone.showDialog(app, { title, buttons: [{ label: "Yes" }, { label: away }] });
    },
    works: shows(target),
  };
};

const crash = (choose: Choose): FailureCase => {
  const { app, label, target } = choose(apps);
  const kind = choose(["crash", "anr"] as const);
  return {
    kind: "crash",
    raised: { exception: missing(target), context: { package: app } },
    async break(phone) {
      await open(phone, app);
      phone.showAppError(app, kind);
    },
    works: (tree) => tree.app_name === label && shows(target)(tree),
  };
};

const movedButton = (choose: Choose): FailureCase => {
  const [was, opened] = choose([
    ["Network and internet settings", "Internet"],
    ["Display options", "Dark theme"],
    ["Sounds & vibration", "Ring volume"],
    ["Battery usage", "Battery percentage"],
    ["Connected device list", "Pair new device"],
  ] as const);
  return {
    kind: "moved button",
    raised: { exception: missing(was), context: { package: "com.android.settings", expected: opened } },
    break: (phone) => open(phone, "com.android.settings"),
    works: shows(opened),
  };
};

const offline = (choose: Choose): FailureCase => {
  const { app, target } = choose(apps);
  const seconds = choose([2, 5, 8, 12]);
  return {
    kind: "offline",
    raised: {
      exception: `TimeoutError: "${target}" still not displayed after 5000 ms`,
      context: { package: app },
    },
    async break(phone, now) {
      await open(phone, app);
      const until = now() + seconds * 1_000;
      const retry = { label: "Retry", closes: () => now() >= until };
      phone.showDialog(app, { title: "No internet connection", buttons: [retry] });
    },
    works: shows(target),
  };
};

const wrongApp = (choose: Choose): FailureCase => {
  const wanted = choose(apps);
  const front = choose(apps.filter(({ app }) => app !== wanted.app));
  return {
    kind: "wrong app",
    raised: { exception: missing(wanted.target), context: { package: wanted.app } },
    break: (phone) => open(phone, front.app),
    works: shows(wanted.target),
  };
};

const stuckList = (choose: Choose): FailureCase => {
  const target = choose([
    "System",
    "Passwords & accounts",
    "Accessibility",
    "Security & privacy",
    "Location",
  ]);
  return {
    kind: "stuck list",
    raised: { exception: missing(target), context: { package: "com.android.settings" } },
    break: (phone) => open(phone, "com.android.settings"),
    works: shows(target),
  };
};

const perKind = 5;

/** Five of each kind, the same for the same seed. */
export function failureCases(seed: number): readonly FailureCase[] {
  const choose = randomOf(seed);
  return [popup, crash, movedButton, offline, wrongApp, stuckList].flatMap((make) =>
    Array.from({ length: perKind }, () => make(choose)),
  );
}
