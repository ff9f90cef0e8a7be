import { describe, expect, it } from "vitest";
import { mergeReadText } from "#device-host/observe/text/merge-read-text.ts";
import { type ReadWord, readLines } from "#device-host/observe/text/read-lines.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { box, button, field, label, screenOf } from "../../../shared/screen/screen-parts.ts";

type At = readonly [number, number, number, number];
const word = (text: string, [left, top, right, bottom]: At, more: Partial<ReadWord> = {}): ReadWord => ({
  text,
  confidence: 95,
  bounds: { left, top, right, bottom },
  line: top,
  ...more,
});
const merged = (tree: ReturnType<typeof screenOf>, ...words: ReadWord[]) =>
  mergeReadText(tree, readLines(words, []));

describe("readLines", () => {
  it("joins the words of a line, and parts what stands far apart beside each other", () => {
    const lines = readLines(
      [
        word("Alarm", [0, 0, 100, 40], { line: 1 }),
        word("clock", [115, 0, 200, 40], { line: 1 }),
        word("Timer", [500, 0, 600, 40], { line: 1 }),
      ],
      [],
    );
    expect(lines.map(({ text }) => text)).toEqual(["Alarm clock", "Timer"]);
    expect(lines[0]?.bounds).toEqual({ left: 0, top: 0, right: 200, bottom: 40 });
  });

  it("leaves out what is likely no text: symbols, doubtful words, lone letters", () => {
    const words = [
      word("|", [0, 0, 10, 40]),
      word("mm", [0, 100, 80, 140], { confidence: 66 }),
      word("V", [0, 200, 20, 240], { confidence: 88 }),
      word("Play", [0, 300, 80, 340]),
    ];
    expect(readLines(words, []).map(({ text }) => text)).toEqual(["Play"]);
  });

  it("[spec R7] reads nothing of a password field, whatever it shows", () => {
    const words = [word("hunter2", [60, 410, 300, 460]), word("Name", [60, 210, 200, 260])];
    const hidden = [{ left: 40, top: 400, right: 1_040, bottom: 500 }];
    expect(readLines(words, hidden).map(({ text }) => text)).toEqual(["Name"]);
  });
});

describe("[spec R7] mergeReadText", () => {
  const settings = screenOf(
    label("Settings", [40, 100, 400, 180]),
    button("Storage\n38% used - 39.50 GB free", [0, 300, 1_080, 500]),
  );

  it("leaves out what the elements say already, also when it was misread", () => {
    const tree = merged(
      settings,
      word("Settings", [44, 110, 390, 170]),
      word("Starage", [200, 320, 400, 370]),
      word("8%", [200, 400, 250, 450], { line: 9 }),
      word("used", [260, 400, 350, 450], { line: 9 }),
      word("39.50", [380, 400, 480, 450], { line: 9 }),
    );
    expect(tree.elements).toEqual(settings.elements);
  });

  it("gives a control without a label the text that stands on it", () => {
    const tree = merged(
      screenOf(label("Player", [40, 100, 400, 180]), box([100, 300, 500, 420], { clickable: true })),
      word("Play", [220, 330, 300, 390]),
      word("all", [315, 330, 380, 390], { line: 330 }),
    );
    expect(semanticText(tree)).toBe('[0] TEXT "Player"\n[1] BUTTON "Play all" [CLICKABLE, OCR]');
  });

  it("makes all other text elements that can be aimed at, marked as read from the picture", () => {
    const surface = screenOf(
      box([0, 63, 1_080, 2_274], { class: "android.view.SurfaceView", clickable: true }),
    );
    const tree = merged(surface, word("Easy", [300, 900, 500, 980]), word("Hard", [300, 1_200, 500, 1_280]));
    expect(semanticText(tree)).toBe('[0] BUTTON [CLICKABLE]\n[1] TEXT "Easy" [OCR]\n[2] TEXT "Hard" [OCR]');
    expect(treeHash(tree)).not.toBe(treeHash(surface));
    expect(tree.screen_id).not.toBe(surface.screen_id);
  });

  it("keeps the ids of unchanged texts when others come and go, and tells equal ones apart", () => {
    const surface = screenOf(box([0, 63, 1_080, 2_274], { class: "android.view.SurfaceView" }));
    const before = merged(surface, word("Score", [0, 100, 90, 140]), word("Next", [0, 300, 90, 340]));
    const after = merged(
      surface,
      word("Won", [0, 100, 90, 140]),
      word("Next", [0, 310, 90, 350]),
      word("Next", [0, 900, 90, 940]),
    );
    expect(after.elements.map(({ nth }) => nth)).toEqual([undefined, "1/2", "2/2"]);
    expect(after.elements[1]?.stable_id).toBe(before.elements[1]?.stable_id);
    expect(new Set(after.elements.map(({ stable_id: id }) => id)).size).toBe(3);
  });

  it("never lists more than 200 elements, and says when there were more", () => {
    const words = Array.from({ length: 199 }, (_, index) =>
      word(`word${index}`, [
        (index % 8) * 130,
        Math.floor(index / 8) * 90,
        (index % 8) * 130 + 90,
        Math.floor(index / 8) * 90 + 30,
      ]),
    );
    const few = screenOf(
      ...Array.from({ length: 20 }, (_, index) =>
        field("", [0, 100 * index, 10, 100 * index + 10], { hint: `h${index}` }),
      ),
    );
    const tree = merged(few, ...words);
    expect(tree.elements).toHaveLength(200);
    expect(tree.elements.at(-1)).toMatchObject({ element_id: 199 });
    expect(tree.truncated).toBe(true);
  });
});
