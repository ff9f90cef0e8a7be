import type { OpenScreen, ScreenFactory } from "./app.ts";
import type { Intent } from "./device.ts";
import { copiedMemory, newWindowMemory, type WindowMemory } from "./input/input-focus.ts";

export interface Activity {
  readonly packageName: string;
  readonly factory: ScreenFactory;
  /** What it was opened with. */
  readonly intent: Intent;
  readonly screen: OpenScreen;
  readonly memory: WindowMemory;
  readonly dialogMemory: WindowMemory;
  readonly pid: number;
}

export interface Task {
  readonly id: number;
  readonly packageName: string;
  /** Bottom first. */
  readonly activities: Activity[];
}

export const FLAG_NEW_TASK = 0x1000_0000;
const FLAG_CLEAR_TASK = 0x0000_8000;
const FLAG_CLEAR_TOP = 0x0400_0000;

const MAX_ACTIVITIES_PER_TASK = 100;

export interface KeptActivity extends Pick<Activity, "packageName" | "intent" | "pid"> {
  readonly component: string;
  readonly state: object;
  readonly memory: WindowMemory;
  readonly dialogMemory: WindowMemory;
}

/** All tasks and processes as data. */
export interface KeptStack {
  /** Front task last. */
  readonly tasks: readonly (Pick<Task, "id" | "packageName"> & {
    readonly activities: readonly KeptActivity[];
  })[];
  readonly nextTaskId: number;
  readonly nextPid: number;
  readonly pids: readonly (readonly [packageName: string, pid: number])[];
}

type OpenActivity = (
  factory: ScreenFactory,
  packageName: string,
  intent: Intent,
  kept?: object,
) => OpenScreen;

/** Tasks and their back stacks; the home task is always there, at the bottom when nothing else is open. */
export class ActivityStack {
  /** Front task last. */
  #tasks: Task[] = [];
  #nextTaskId = 1;
  #nextPid = 2_000;
  readonly #pids = new Map<string, number>();
  /** What is to be told when a process ends. */
  readonly #held = new Map<string, (() => void)[]>();
  readonly #homePackage: string;
  readonly #open: OpenActivity;
  readonly #onStop: (packageName: string) => void;

  constructor(homePackage: string, open: OpenActivity, onStop: (packageName: string) => void) {
    this.#onStop = onStop;
    this.#homePackage = homePackage;
    this.#open = open;
  }

  front(): Activity | null {
    return this.#tasks.at(-1)?.activities.at(-1) ?? null;
  }

  /** Front first. */
  tasks(): readonly Task[] {
    return this.#tasks.toReversed();
  }

  isHome({ packageName }: Task): boolean {
    return packageName === this.#homePackage;
  }

  pidOf(packageName: string): number {
    let pid = this.#pids.get(packageName);
    if (pid === undefined) {
      pid = this.#nextPid;
      this.#nextPid += 37;
      this.#pids.set(packageName, pid);
    }
    return pid;
  }

  /** A process without a window. */
  startProcess(packageName: string, ended: () => void, besides: string | null = null): void {
    this.pidOf(packageName);
    const tell = (): void => {
      this.#pids.delete(packageName);
      ended();
    };
    for (const name of new Set([packageName, besides ?? packageName]))
      this.#held.set(name, [...(this.#held.get(name) ?? []), tell]);
  }

  /** Ends every process that was started without a window. */
  endHeld(): void {
    for (const packageName of [...this.#held.keys()]) this.#endHeld(packageName);
  }

  #endHeld(packageName: string): void {
    const ended = this.#held.get(packageName) ?? [];
    this.#held.delete(packageName);
    for (const tell of ended) tell();
  }

  processes(): readonly { readonly packageName: string; readonly pid: number }[] {
    return [...this.#pids].map(([packageName, pid]) => ({ packageName, pid }));
  }

  /** Starts a screen as Android's launch rules say; true when an open one came to the front instead. */
  start(factory: ScreenFactory, packageName: string, intent: Intent, isLauncherIntent: boolean): boolean {
    const newTask = (intent.flags & FLAG_NEW_TASK) !== 0 || this.#tasks.length === 0;
    let task = newTask ? this.#tasks.find((one) => one.packageName === packageName) : this.#tasks.at(-1);
    if (task !== undefined && (intent.flags & FLAG_CLEAR_TASK) !== 0) task.activities.length = 0;
    if (task !== undefined && task.activities.length > 0 && newTask) {
      this.#toFront(task);
      const root = task.activities[0];
      const sameTop = task.activities.at(-1)?.factory === factory;
      if (isLauncherIntent && root?.factory === factory) return true;
      if (sameTop && isPlain(intent)) return true;
      if (sameTop) task.activities.pop();
      if ((intent.flags & FLAG_CLEAR_TOP) !== 0) truncateAt(task, factory);
    }
    if (task === undefined) {
      task = { id: this.#nextTaskId, packageName, activities: [] };
      this.#nextTaskId += 1;
      this.#tasks.push(task);
    }
    this.#toFront(task);
    if (task.activities.length >= MAX_ACTIVITIES_PER_TASK) task.activities.shift();
    const pid = this.pidOf(packageName);
    const screen = this.#open(factory, packageName, intent);
    task.activities.push({
      packageName,
      factory,
      intent,
      screen,
      memory: newWindowMemory(),
      dialogMemory: newWindowMemory(),
      pid,
    });
    return false;
  }

  /** Ends one activity; an empty task disappears, the home task keeps its root. */
  finish(activity: Activity): void {
    for (const task of this.#tasks) {
      const at = task.activities.indexOf(activity);
      if (at < 0 || (task.packageName === this.#homePackage && at === 0)) continue;
      task.activities.splice(at, 1);
    }
    this.#dropEmpty();
  }

  activityOf(screen: OpenScreen): Activity | null {
    for (const task of this.#tasks) {
      const found = task.activities.find((activity) => activity.screen === screen);
      if (found !== undefined) return found;
    }
    return null;
  }

  moveToFront(taskId: number): boolean {
    const task = this.#tasks.find((one) => one.id === taskId);
    if (task !== undefined) this.#toFront(task);
    return task !== undefined;
  }

  home(): void {
    const task = this.#tasks.find((one) => one.packageName === this.#homePackage);
    if (task === undefined) return;
    task.activities.length = 1;
    this.#toFront(task);
  }

  /** Ends a package's process and everything it shows. */
  stop(packageName: string): void {
    this.#pids.delete(packageName);
    this.#endHeld(packageName);
    this.#onStop(packageName);
    if (packageName === this.#homePackage) return;
    for (const task of this.#tasks) {
      const kept = task.activities.filter((activity) => activity.packageName !== packageName);
      task.activities.splice(0, task.activities.length, ...kept);
    }
    this.#dropEmpty();
  }

  /** All but the home task, the front one first. */
  recents() {
    return this.tasks()
      .filter((task) => !this.isHome(task))
      .map((task) => ({
        packageName: task.packageName,
        component: task.activities.at(-1)?.factory.component ?? task.packageName,
        taskId: task.id,
      }));
  }

  clearRecents(): void {
    this.#tasks = this.#tasks.filter((task) => task.packageName === this.#homePackage);
  }

  reset(): void {
    this.#tasks = [];
    this.#pids.clear();
    this.endHeld();
  }

  kept(): KeptStack {
    return {
      tasks: this.#tasks.map(({ id, packageName, activities }) => ({
        id,
        packageName,
        activities: activities.map(keptActivity),
      })),
      nextTaskId: this.#nextTaskId,
      nextPid: this.#nextPid,
      pids: [...this.#pids],
    };
  }

  /** Everything as it was then; a screen whose app is not there any more is left out. */
  restore(kept: KeptStack, factoryOf: (component: string) => ScreenFactory | null): void {
    const reopened = ({ component, state, memory, dialogMemory, ...rest }: KeptActivity): Activity[] => {
      const factory = factoryOf(component);
      if (factory === null) return [];
      const screen = this.#open(factory, rest.packageName, rest.intent, state);
      const memories = { memory: copiedMemory(memory), dialogMemory: copiedMemory(dialogMemory) };
      return [{ ...rest, ...memories, factory, screen }];
    };
    this.#tasks = kept.tasks.map((task) => ({ ...task, activities: task.activities.flatMap(reopened) }));
    this.#dropEmpty();
    this.endHeld();
    this.#nextTaskId = kept.nextTaskId;
    this.#nextPid = kept.nextPid;
    this.#pids.clear();
    for (const [packageName, pid] of kept.pids) this.#pids.set(packageName, pid);
  }

  #toFront(task: Task): void {
    this.#tasks = [...this.#tasks.filter((one) => one !== task), task];
  }

  #dropEmpty(): void {
    this.#tasks = this.#tasks.filter((task) => task.activities.length > 0);
  }
}

const keptActivity = ({
  packageName,
  factory,
  intent,
  screen,
  memory,
  dialogMemory,
  pid,
}: Activity): KeptActivity => ({
  packageName,
  component: factory.component,
  intent,
  state: screen.state,
  memory: copiedMemory(memory),
  dialogMemory: copiedMemory(dialogMemory),
  pid,
});

function isPlain(intent: Intent): boolean {
  return intent.data === undefined && Object.keys(intent.extras).length === 0;
}

function truncateAt(task: Task, factory: ScreenFactory): void {
  const at = task.activities.findIndex((activity) => activity.factory === factory);
  if (at >= 0) task.activities.length = at;
}
