import type * as z from "zod";
import { createActionCatalogue } from "./action-catalogue.ts";
import type { ActionDefinition, ActionFacts } from "./action-definition.ts";
import { askUser } from "./built-in/ask-user.ts";
import { doubleTap } from "./built-in/double-tap.ts";
import { drag } from "./built-in/drag.ts";
import { finish } from "./built-in/finish.ts";
import { key } from "./built-in/key.ts";
import { longPress } from "./built-in/long-press.ts";
import { mcpCall } from "./built-in/mcp-call.ts";
import { openApp } from "./built-in/open-app.ts";
import { openUrl } from "./built-in/open-url.ts";
import { parts } from "./built-in/parts.ts";
import { pinch } from "./built-in/pinch.ts";
import { back, enter, home, power, recent } from "./built-in/press-actions.ts";
import { remember } from "./built-in/remember.ts";
import { restartApp } from "./built-in/restart-app.ts";
import { scroll } from "./built-in/scroll.ts";
import { swipe } from "./built-in/swipe.ts";
import { tap } from "./built-in/tap.ts";
import { tell } from "./built-in/tell.ts";
import { type } from "./built-in/type.ts";
import { typeSecret } from "./built-in/type-secret.ts";
import { wait } from "./built-in/wait.ts";
import { waitFor } from "./built-in/wait-for.ts";

type BuiltInName =
  | "tap"
  | "double_tap"
  | "long_press"
  | "swipe"
  | "drag"
  | "scroll"
  | "pinch"
  | "type"
  | "type_secret"
  | "key"
  | "back"
  | "home"
  | "recent"
  | "enter"
  | "power"
  | "open_app"
  | "restart_app"
  | "open_url"
  | "wait"
  | "remember"
  | "parts"
  | "FINISH"
  | "ask_user"
  | "mcp_call"
  | "tell"
  | "wait_for";

/** Everything that is known of the actions derives from this; a missing one, or one under another's name, does not compile. */
const registry = {
  tap,
  double_tap: doubleTap,
  long_press: longPress,
  swipe,
  drag,
  scroll,
  pinch,
  type,
  type_secret: typeSecret,
  key,
  back,
  home,
  recent,
  enter,
  power,
  open_app: openApp,
  restart_app: restartApp,
  open_url: openUrl,
  wait,
  remember,
  parts,
  FINISH: finish,
  ask_user: askUser,
  mcp_call: mcpCall,
  tell,
  wait_for: waitFor,
} as const satisfies {
  readonly [Name in BuiltInName]: ActionDefinition & {
    readonly name: Name;
    readonly facts: Partial<ActionFacts>;
  };
};

/** The actions without any that a config registers. */
export const builtInActions = createActionCatalogue(Object.values(registry));

/** Of a config's actions there are none. */
export const factsOf = (name: string): Partial<ActionFacts> =>
  Object.hasOwn(registry, name) ? registry[name as BuiltInName].facts : {};

type Registry = typeof registry;

/** No parameters are inferred as a record that holds nothing, which nothing with a name fits. */
type Named<Name, Parameters> = { action: Name } & (string extends keyof Parameters ? unknown : Parameters);

/** As an agent chooses it (`parameters`), or as a host executes it (`device`; docs/spec.md I3.2, I3.3, A5). */
export type BuiltInAction<Side extends "parameters" | "device"> = {
  [Name in BuiltInName]: Registry[Name] extends { readonly [Which in Side]: infer Given extends z.ZodObject }
    ? Named<Name, z.input<Given>>
    : never;
}[BuiltInName];

export type AgentAction = BuiltInAction<"parameters">;
