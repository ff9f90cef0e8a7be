import { deviceRoutes } from "./device-routes.ts";
import { elementRoutes } from "./element-routes.ts";
import { gestureRoutes } from "./gesture-routes.ts";
import type { RouteCall, RouteHandler } from "./route.ts";
import { notHere, WebDriverError } from "./web-driver-error.ts";

const refused: RouteHandler = () => {
  throw notHere("This command");
};

/** What the real server has and this one refuses, so that nobody takes it for done. */
const routesNotHere = [
  "POST touch/perform",
  "POST touch/multi/perform",
  "POST network_connection",
  "POST appium/list_windows",
  "POST appium/list_displays",
  "POST appium/schedule_action",
  "POST appium/unschedule_action",
  "POST appium/action_history",
  "POST appium/element/:id/scroll_to/:id2",
  "GET appium/element/:id/first_visible",
  "GET appium/device/declared_orientation",
];

const table: readonly (readonly [pattern: readonly string[], handler: RouteHandler])[] = Object.entries({
  ...Object.fromEntries(routesNotHere.map((route) => [route, refused])),
  ...deviceRoutes,
  ...elementRoutes,
  ...gestureRoutes,
}).map(([route, handler]) => [route.split(/[ /]/), handler]);

/** The handler of a command of a session, `GET element/<id>/text`. @throws WebDriverError when there is none */
export function routeOf(
  method: string,
  path: readonly string[],
): Omit<RouteCall, "session" | "body"> & {
  readonly handle: RouteHandler;
} {
  const words = [method, ...path];
  for (const [pattern, handle] of table) {
    if (pattern.length !== words.length) continue;
    if (!pattern.every((part, index) => part.startsWith(":") || part === words[index])) continue;
    const named = pattern.flatMap((part, index) =>
      part.startsWith(":") ? [[part.slice(1), decoded(words[index] ?? "")] as const] : [],
    );
    return { params: Object.fromEntries(named), handle };
  }
  throw new WebDriverError("unknown command", `${method} /${path.join("/")} is no command of this server`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new WebDriverError("invalid argument", "The address is not encoded as a URL");
  }
}
