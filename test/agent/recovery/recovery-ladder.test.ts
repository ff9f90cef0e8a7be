import { expect, it } from "vitest";
import { nextRung } from "#agent/recovery/recovery-ladder.ts";
import { box, button, screenOf } from "../../shared/screen/screen-parts.ts";

const apps = [{ package: "com.android.settings" }];
const list = screenOf(
  box(
    [0, 0, 1080, 2000],
    { class: "android.widget.ListView", scrollable: true },
    button("A", [0, 0, 1080, 200]),
  ),
);
const place = { keyboardShown: true, tree: list, package: "com.android.settings", apps };

/** Climbs from the first rung on, each as it is at that place. */
function climb(given: Parameters<typeof nextRung>[0], changes: readonly object[] = []) {
  const tried: string[] = [];
  const rungs: string[] = [];
  for (let at = 0; at < 9; at += 1) {
    const next = nextRung({ ...given, ...changes[at] }, tried);
    if (next === null) break;
    tried.push(next.words);
    rungs.push(next.rung);
  }
  return rungs;
}

it("[spec R9.1] puts the keyboard away, scrolls, goes back and opens the app anew, each once and in this order", () => {
  const away = { keyboardShown: false };
  expect(climb(place, [{}, away, away, away, away])).toEqual([
    "dismissKeyboard",
    "scroll",
    "back",
    "relaunch",
  ]);
});

it("[spec R9.1] leaves out what does not apply: no keyboard, nothing to scroll, no app of its own", () => {
  const bare = screenOf(button("A", [0, 0, 1080, 200]));
  expect(climb({ ...place, keyboardShown: false, tree: bare })).toEqual(["back", "relaunch"]);
  expect(climb({ ...place, keyboardShown: false, tree: null, package: "com.android.launcher3" })).toEqual([]);
  expect(climb({ ...place, keyboardShown: false, tree: null, apps: undefined })).toEqual([]);
});

it("[spec R9.1] says what was tried in the words that the planner is told", () => {
  const away = { ...place, keyboardShown: false, tree: null };
  expect(nextRung(away, [])).toMatchObject({
    action: { action: "back" },
    words: "Element map unchanged 4x, pressed back to try different path",
  });
});

it("scrolls up where a list has its end", () => {
  const [found] = list.elements.filter(({ scrollable }) => scrollable);
  if (found === undefined) throw new Error("The screen has no list.");
  const ended = { ...list, elements: [{ ...found, more: ["above" as const] }] };
  expect(nextRung({ ...place, keyboardShown: false, tree: ended }, [])?.action).toMatchObject({
    direction: "up",
  });
});
