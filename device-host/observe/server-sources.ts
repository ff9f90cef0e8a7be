import type { ShellCommand } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { UiServer } from "../ui-server/ui-server.ts";
import type { Dump } from "./dump-tree.ts";
import { type Png, readPng } from "./png.ts";
import type { ScreenSources } from "./screen-source.ts";

const pictureMilliseconds = 5_000;
/** A server that is started first, and one that does not respond, take this and no longer. */
const treeMilliseconds = 30_000;
/** What comes within half a second of an action belongs to it: as long as UiAutomator itself waits for events to end. */
const apartMilliseconds = 500;

/** Trees and pictures by Appium's server on the device; where it is not there, `otherwise` has them. */
export function serverSources(server: UiServer, otherwise: ScreenSources): ScreenSources {
  return {
    tree: {
      name: `Appium's server, or ${otherwise.tree.name}`,
      knowsWindows: otherwise.tree.knowsWindows,
      deadlineMilliseconds: treeMilliseconds + otherwise.tree.deadlineMilliseconds,
      get quietMilliseconds() {
        return server.away ? otherwise.tree.quietMilliseconds : null;
      },
      get apartMilliseconds() {
        return server.away ? otherwise.tree.apartMilliseconds : apartMilliseconds;
      },
      async dump(adb, beside, options) {
        // Its trees do not say which window they are of.
        if (options.length > 0) await server.standAside();
        return (await askTree(server, adb, beside)) ?? otherwise.tree.dump(adb, beside, options);
      },
    },
    picture: {
      name: `Appium's server, or ${otherwise.picture.name}`,
      take: async (adb, deadlineMilliseconds) =>
        (await askPicture(server, adb, deadlineMilliseconds)) ??
        otherwise.picture.take(adb, deadlineMilliseconds),
    },
  };
}

async function askTree(
  server: UiServer,
  adb: AdbDevice,
  commands: readonly ShellCommand[],
): Promise<Dump | null> {
  if (server.away) return null;
  const [answer, beside] = await Promise.all([
    server.ask(adb, { method: "GET", path: "/source" }),
    commands.length === 0 ? [] : adb.read(commands),
  ]);
  // There is a moment without a window in front: worth another try, as with uiautomator's own words.
  if (answer.kind === "refused") return { xml: null, problem: "null root node", beside };
  if (answer.kind !== "value") return null;
  // uiautomator would have no tree either while this server runs.
  if (typeof answer.value !== "string")
    return { xml: null, problem: "Appium's server returned no tree", beside };
  return { xml: uiautomatorForm(answer.value), problem: "", beside };
}

async function askPicture(
  server: UiServer,
  adb: AdbDevice,
  deadline = pictureMilliseconds,
): Promise<Png | null> {
  const call = { method: "GET", path: "/screenshot", deadlineMilliseconds: deadline } as const;
  const answer = await server.ask(adb, call);
  if (answer.kind !== "value" || typeof answer.value !== "string") return null;
  try {
    return readPng(Buffer.from(answer.value, "base64"));
  } catch (error) {
    if (error instanceof DroverError && error.code === "ScreenshotCorrupt") return null;
    throw error;
  }
}

/** The server names each element by its class. No text of an app can pass for a tag: the serializer writes `<` as a reference. */
function uiautomatorForm(xml: string): string {
  const [, width, height] = /<hierarchy\b[^>]* width="(\d+)" height="(\d+)"/.exec(xml) ?? [];
  const place = width === undefined ? "" : ` bounds="${toastBounds(Number(width), Number(height))}"`;
  return xml
    .replaceAll(/<android\.widget\.Toast\b(?![^>]* bounds=)/g, `$&${place}`)
    .replaceAll(/<(\/?)(?!hierarchy[\s>])[^\s/>?!]+/g, "<$1node");
}

/** Where Android shows toasts unless their app says otherwise: the server tells their text alone. */
function toastBounds(width: number, height: number): string {
  const [left, right] = [0.25, 0.75].map((share) => Math.round(width * share));
  const [top, bottom] = [0.86, 0.91].map((share) => Math.round(height * share));
  return `[${left},${top}][${right},${bottom}]`;
}
