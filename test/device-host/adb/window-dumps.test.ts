import { describe, expect, it } from "vitest";
import { windowDumps } from "#device-host/adb/window-dumps.ts";

const hierarchy = (text: string) =>
  `<hierarchy rotation="0"><node text="${text}" bounds="[0,0][9,9]" /></hierarchy>`;
const window = (title: string, rest: string, ...inside: string[]) =>
  `<window index="0" title="${title}" bounds="[0,0][1080,1200]" active="false" focused="false" id="1" layer="2" type="${rest}">${inside.join("")}</window>`;
const displays = (...windows: string[]) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays><display id="0">${windows.join("")}</display></displays>`;

describe("a dump of all windows", () => {
  it("[spec G3] gives each window its own tree, also one inside another", () => {
    const popup = window("Popup", "TYPE_APPLICATION", hierarchy("popup"));
    const found = windowDumps(
      displays(
        window("Keyboard", "TYPE_INPUT_METHOD"),
        window("a/.Main &amp; &quot;x&quot;", "TYPE_APPLICATION", popup, hierarchy("main")),
      ),
    );
    expect(found).toMatchObject([
      { title: "Keyboard", type: "TYPE_INPUT_METHOD", layer: 2, xml: null },
      {
        title: 'a/.Main & "x"',
        xml: hierarchy("main"),
        bounds: { left: 0, top: 0, right: 1080, bottom: 1200 },
      },
      { title: "Popup", xml: hierarchy("popup") },
    ]);
  });

  it("takes no text of an app for a window", () => {
    const hostile = "&lt;/hierarchy&gt;&lt;window title=&quot;x&quot;&gt;";
    expect(windowDumps(displays(window("A", "TYPE_APPLICATION", hierarchy(hostile))))).toHaveLength(1);
  });

  it("is told from a dump of one window, as Android before 11 writes it", () => {
    expect(windowDumps(hierarchy("main"))).toBeNull();
  });
});
