import { describe, expect, it } from "vitest";
import { validateState } from "#device-host/observe/validate-state.ts";
import { ExpectedState } from "#shared/contracts/device/device-tools.ts";
import { button, label, screenOf, toggle } from "../../shared/screen/screen-parts.ts";

const parts = (checked: boolean, title = "Wi-Fi settings") => [
  label(title, [0, 100, 1080, 200]),
  toggle("Switch", [880, 300, 1040, 400], { "content-desc": "Wi-Fi", checked }),
  button("Save changes", [40, 500, 500, 600]),
];
const screen = screenOf(...parts(true));
const validate = (expected: Record<string, unknown>) => validateState(screen, ExpectedState.parse(expected));

describe("validating a screen's state", () => {
  it("[spec E3] says of each thing that was expected whether it is so, and what is otherwise", () => {
    const found = validate({
      texts: ["wi-fi settings", "Saved"],
      absent: ["Error", "Save changes"],
      toggles: [
        { name: "Wi-Fi", on: true },
        { name: "Wi-Fi", on: false },
        { name: "Bluetooth", on: true },
      ],
    });
    expect(found.result).toBe("unmet");
    expect(found.findings.map(({ what, result, difference }) => [what, result, difference])).toEqual([
      ['text "wi-fi settings"', "met", undefined],
      ['text "Saved"', "unmet", 'No element says "Saved".'],
      ['no text "Error"', "met", undefined],
      ['no text "Save changes"', "unmet", 'BUTTON "Save changes" says "Save changes".'],
      ['"Wi-Fi" is on', "met", undefined],
      ['"Wi-Fi" is off', "unmet", 'SWITCH "Wi-Fi" is on.'],
      ['"Bluetooth" is on', "unmet", 'Nothing called "Bluetooth" can be on or off here.'],
    ]);
  });

  it("[spec E3] is met when all of it holds, and as sure as the least sure of it", () => {
    const app = screen.app_package;
    const met = validate({ package: app, texts: ["Save"], elements: [{ description: "Save changes" }] });
    expect(met).toMatchObject({ result: "met", confidence: 1 });
    const like = validate({ texts: ["Save"], elements: [{ description: "Save all my changes" }] });
    expect(like).toMatchObject({
      result: "unsure",
      confidence: expect.closeTo(0.7, 0),
      findings: [{ result: "met" }, { difference: expect.stringContaining('BUTTON "Save changes"') }],
    });
  });

  it("[spec E3] compares with a screen that was seen before", () => {
    expect(validate({ tree: screenOf(...parts(true)) })).toMatchObject({ result: "met" });
    const [finding] = validate({ tree: screenOf(...parts(false, "Networks")) }).findings;
    expect(finding).toMatchObject({ result: "unmet", difference: expect.stringContaining("Wi-Fi settings") });
  });

  it("names the app and the activity in front when others were expected", () => {
    const { findings } = validate({ package: "com.example.other", activity: ".Other" });
    expect(findings.map(({ difference }) => difference)).toEqual([
      `The app in front is ${screen.app_package || "unknown"}.`,
      `The activity in front is ${screen.activity || "unknown"}.`,
    ]);
  });

  it("refuses to validate nothing", () => {
    expect(ExpectedState.safeParse({}).success).toBe(false);
  });
});
