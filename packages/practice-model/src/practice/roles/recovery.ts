import { nameLikeness, plainName } from "../names.ts";
import type { PracticeRole } from "./practice-role.ts";
import { canBeTapped, type ScreenView, screenOf, sectionOf, wordsOf } from "./read-sections.ts";

/** One way to do a step. */
interface RecoveryOption {
  readonly action: string;
  readonly target: string;
  readonly parameters: { readonly seconds?: number; readonly expected?: string };
}

interface Failure {
  readonly exception: string;
  readonly category: string;
  /** What was planned before, as `locate_and_click "OK"`. */
  readonly tried: string;
  /** The app that the automation works in, as far as anybody says. */
  readonly app: string;
  /** What was looked for, in quotes or as a selector. */
  readonly target: string;
  readonly screen: ScreenView;
  readonly apps: readonly string[];
}

interface Plan {
  readonly root_cause: string;
  readonly reason: string;
  readonly steps: readonly (Partial<RecoveryOption> & {
    fallback_options?: readonly Partial<RecoveryOption>[];
  })[];
  readonly expected?: string;
}

type Rule = (failure: Failure) => Plan | null;

const step = (action: string, target = "", parameters: RecoveryOption["parameters"] = {}) => ({
  action,
  target,
  parameters,
});

const button = ({ elements }: ScreenView, pattern: RegExp): string | undefined =>
  elements.filter(canBeTapped).find((element) => pattern.test(element.title || element.description))?.title;

const says = ({ elements }: ScreenView, pattern: RegExp): string | undefined =>
  elements.map(wordsOf).find((words) => pattern.test(words));

const reopened = (app: string) => (app === "" ? [] : [step("open_app", app)]);
const inFront = (app: string) => (app === "" ? {} : { expected: app });

const crashed: Rule = ({ screen, app }) => {
  const said = says(screen, /has stopped|keeps stopping/);
  const close = button(screen, /^close app$/i);
  if (said === undefined || close === undefined) return null;
  const name = app || (/^(.+?) (?:has|keeps) stop/.exec(said)?.[1] ?? "");
  const steps = [step("locate_and_click", close), ...reopened(name)];
  return {
    root_cause: `The app crashed: ${said}.`,
    reason: "Close the error and open it again.",
    steps,
    ...inFront(name),
  };
};

const frozen: Rule = ({ screen, app, tried }) => {
  const said = says(screen, /isn.t responding/);
  if (said === undefined) return null;
  const wait = button(screen, /^wait$/i);
  const name = app || (/^(.+?) isn.t/.exec(said)?.[1] ?? "");
  const closing = [step("locate_and_click", "Close app"), ...reopened(name)];
  const isFirst = wait !== undefined && !tried.includes(JSON.stringify(wait));
  const steps = isFirst
    ? [{ ...step("locate_and_click", wait), fallback_options: closing.slice(0, 1) }]
    : closing;
  return {
    root_cause: `The app is frozen: ${said}.`,
    reason: "Give it time, or close it.",
    steps,
    ...inFront(name),
  };
};

const asked: Rule = ({ screen, app }) => {
  const question = says(screen, /^Allow .+ to .+\?/);
  const deny = button(screen, /^don.t allow$/i);
  if (question === undefined || deny === undefined) return null;
  const steps = [step("locate_and_click", deny)];
  return {
    root_cause: `A permission is asked for: ${question}`,
    reason: "Nobody asked for it: deny it.",
    steps,
    ...inFront(app),
  };
};

const harmless = /^(?:close|dismiss|not now|later|maybe later|no,? thanks|skip|got it|cancel)$/i;
const agreeing = /^(?:ok|okay)$/i;
/** More than this is a screen of its own. */
const mostInPopup = 8;

/** What there is to choose is refused; agreed is only to what leaves no choice. */
function dismissalOn(screen: ScreenView): string | undefined {
  const isTold = screen.elements.filter(canBeTapped).length === 1;
  return button(screen, harmless) ?? (isTold ? button(screen, agreeing) : undefined);
}

const popup: Rule = ({ screen, tried, target }) => {
  const name = dismissalOn(screen);
  const isWanted = name !== undefined && plainName(name) === plainName(target);
  if (name === undefined || isWanted || screen.elements.length > mostInPopup) return null;
  if (tried.includes(JSON.stringify(name))) return null;
  const [first] = screen.elements.map(wordsOf);
  const steps = [{ ...step("locate_and_click", name), fallback_options: [step("press_back")] }];
  return { root_cause: `A dialog covers the app: ${first}.`, reason: "Dismiss it.", steps };
};

const offline: Rule = ({ screen, tried }) => {
  const banner = says(screen, /offline|no (?:internet|network|connection)|not connected/i);
  if (banner === undefined) return null;
  const retry = button(screen, /^(?:retry|try again|reload)$/i);
  const seconds = tried.includes("wait") ? 10 : 3;
  const again = retry === undefined ? [] : [step("locate_and_click", retry)];
  const steps = [step("wait", "", { seconds }), ...again];
  return {
    root_cause: `The app is offline: ${banner}.`,
    reason: "Wait for the network, then try again.",
    steps,
  };
};

const wrongApp: Rule = ({ screen, app, tried }) => {
  const isThere = [plainName(screen.app), plainName(screen.package)].includes(plainName(app));
  if (app === "" || isThere || tried.includes(`open_app ${JSON.stringify(app)}`)) return null;
  const steps = [{ ...step("open_app", app), fallback_options: [step("press_back")] }];
  return {
    root_cause: `${screen.app || "Another app"} is in front, not ${app}.`,
    reason: "Open it.",
    steps,
    ...inFront(app),
  };
};

const underKeyboard: Rule = ({ screen, category, tried }) => {
  if (!screen.keyboardShown || category === "timeout" || tried.includes("press_back")) return null;
  const steps = [step("press_back")];
  return { root_cause: "The keyboard covers part of the screen.", reason: "Put it away.", steps };
};

/** As like as a button that was renamed is to what it was. */
const likely = 0.45;

const moved: Rule = ({ screen, category, target, tried }) => {
  if (category !== "element_not_found" && category !== "action_failed") return null;
  if (target === "") return null;
  const candidates = screen.elements
    .filter(canBeTapped)
    .map((element) => {
      const names = [element.title, element.description, element.resourceId.replaceAll("_", " ")];
      const likeness = names.map((name) =>
        name === "" ? 0 : nameLikeness(plainName(target), plainName(name)),
      );
      return { name: element.title || element.description, likeness: Math.max(...likeness) };
    })
    .filter(({ name, likeness }) => name !== "" && likeness >= likely)
    .sort((a, b) => b.likeness - a.likeness);
  const nearest = candidates.find(({ name }) => !tried.includes(JSON.stringify(name)));
  if (nearest !== undefined) {
    const steps = [step("locate_and_click", nearest.name)];
    return {
      root_cause: `${target} is called ${nearest.name} now.`,
      reason: "Use what is nearest to it.",
      steps,
    };
  }
  const canScroll = screen.elements.some(({ flags }) => flags.has("MORE_BELOW"));
  if (!canScroll || tried.includes("scroll_to")) return null;
  const steps = [step("scroll_to", target, { expected: target })];
  return { root_cause: `${target} is further down.`, reason: "Scroll to it.", steps, expected: target };
};

const slow: Rule = ({ category, target, tried }) => {
  if (category !== "timeout" || tried.includes("wait")) return null;
  const expected = target === "" ? {} : { expected: target };
  return {
    root_cause: "The app was slow.",
    reason: "Give it time.",
    steps: [step("wait", "", { seconds: 5, ...expected })],
  };
};

const stuck: Rule = ({ exception, tried }) => {
  if (!/\bstuck\b|repeats itself/i.test(exception) || tried.includes("press_back")) return null;
  const steps = [{ ...step("press_back"), fallback_options: [step("press_home")] }];
  return {
    root_cause: "The same was tried over and over.",
    reason: "Leave this screen for another way.",
    steps,
  };
};

const rules: readonly Rule[] = [
  crashed,
  frozen,
  asked,
  popup,
  offline,
  wrongApp,
  underKeyboard,
  moved,
  slow,
  stuck,
];

/** Quotes, or the value of a selector: `id=save`, `~OK`, `text("OK")`. */
function targetIn(exception: string): string {
  const quoted = /\\?["'“](?:~|id=|text=)?([^"'”\\]{1,80})\\?["'”]/g;
  const values = [...exception.matchAll(quoted)].map(([, value = ""]) => value);
  const ignored = /^(?:using|value|id|xpath|accessibility id|css selector|-android uiautomator)$/i;
  return (
    values
      .find((value) => !ignored.test(value))
      ?.replace(/^.*[:/]id\//, "")
      .replaceAll("_", " ") ?? ""
  );
}

function contextValue(context: string, names: readonly string[]): string {
  try {
    const value = JSON.parse(context) as Readonly<Record<string, unknown>>;
    const found = names.map((name) => value[name]).find((each) => typeof each === "string");
    return typeof found === "string" ? found : "";
  } catch {
    return "";
  }
}

function readFailure(text: string): Failure {
  const exception = sectionOf(text, "exception");
  const context = sectionOf(text, "context");
  const apps = sectionOf(text, "installed_apps").split("\n").filter(Boolean);
  const named = contextValue(context, ["app", "appName", "package", "appPackage"]);
  const said = apps.find((app) =>
    new RegExp(`\\b(?:in|of|open|app) (?:the )?"?${escaped(app)}\\b`, "i").test(exception),
  );
  const target = contextValue(context, ["target", "element", "selector"]) || targetIn(exception);
  return {
    exception,
    category: sectionOf(text, "category"),
    tried: sectionOf(text, "tried"),
    app: named || (said ?? ""),
    target,
    screen: screenOf(text),
    apps,
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The recovery planner by rules: what is in the way is cleared, what is elsewhere found; what is not understood is said. */
export const recoveryRole: PracticeRole = (text) => {
  const failure = readFailure(text);
  const plan = rules.map((rule) => rule(failure)).find((found) => found !== null);
  if (plan === undefined) {
    const reason = "The practice model does not understand this failure on this screen.";
    return { feasible: false, root_cause: "It is not known.", reason, steps: [] };
  }
  const steps = plan.steps.map((each, index) => ({ step_id: index + 1, ...each }));
  return {
    feasible: true,
    context: plan.reason,
    directive: `Begin with ${steps[0]?.action}.`,
    ...plan,
    steps,
  };
};
