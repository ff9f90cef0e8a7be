import type { Goal } from "../goals/goal.ts";
import { appOfGoal } from "../goals/goal-app.ts";
import { knownSetting } from "../knowledge/settings.ts";

/** One way to a goal. */
export interface Way {
  /** The same for all goals that are reached alike. */
  readonly name: string;
  readonly steps: readonly string[];
}

/** The way that is usually taken, and another one. */
interface Ways {
  readonly usual: Way;
  readonly other: Way;
}

/** How a goal is described, in the words of its task, to the practice agent's skills. */
const nameOf = (goal: Goal): string =>
  "name" in goal ? goal.name : "text" in goal ? goal.text : "label" in goal ? (goal.label ?? "") : "";

function settingWays(goal: Goal): Ways {
  const name = nameOf(goal);
  const menus = (knownSetting(name)?.path ?? []).map((title) => `Open "${title}" where it is listed`);
  return {
    usual: {
      name: "Menus of Settings",
      steps: ["Open Settings", ...menus, `Find "${name}" and do there what the task says`],
    },
    other: {
      name: "Search in Settings",
      steps: [
        "Open Settings",
        `Search Settings for "${name}"`,
        "Open what is found and do what the task says",
      ],
    },
  };
}

const contactWays: Ways = {
  usual: {
    name: "List of contacts",
    steps: ["Open Contacts", "Find the person in the list", "Do what the task says and save it"],
  },
  other: {
    name: "Search in Contacts",
    steps: ["Open Contacts", "Search for the person's name", "Open what is found and do what the task says"],
  },
};

const clockWays: Ways = {
  usual: {
    name: "Tabs of Clock",
    steps: [
      "Open Clock",
      "Open the tab that the task is about",
      "Do what the task says and look at the result",
    ],
  },
  other: {
    name: "Clock opened anew",
    steps: ["Go to the home screen", "Open Clock again", "Scroll through its list before touching anything"],
  },
};

const otherWays: Ways = {
  usual: {
    name: "From this screen",
    steps: ["Look for what the task names on this screen", "Use it", "Look at the result"],
  },
  other: {
    name: "From the home screen",
    steps: ["Go to the home screen", "Open the app that the task is about", "Look for what the task names"],
  },
};

function waysTo(goal: Goal): Ways {
  const app = appOfGoal(goal);
  if (app === "settings") return settingWays(goal);
  if (app === "contacts") return contactWays;
  return app === "clock" ? clockWays : otherWays;
}

/** A way through all goals of a task, named after the first that has one. */
export function wayThrough(goals: readonly Goal[], which: keyof Ways): Way {
  const ways = goals.map((goal) => waysTo(goal)[which]);
  return { name: ways[0]?.name ?? "", steps: ways.flatMap(({ steps }) => steps).slice(0, 12) };
}
