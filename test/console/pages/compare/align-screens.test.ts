import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alignScreens,
  isShared,
  type SeenStep,
} from "../../../../console/src/pages/compare/align-screens.ts";

const seen = (screen: string, did = `leaves ${screen}`): SeenStep => ({
  treeHash: screen,
  place: `place of ${screen}`,
  did,
});
const job = (screens: string): SeenStep[] => [...screens].map((screen) => seen(screen));

/** Rows as text: a screen's name for each job, `-` where it was not there. */
const drawn = (jobs: readonly (readonly SeenStep[])[]): string[] =>
  alignScreens(jobs).rows.map((row) =>
    row.map((step, column) => (step === null ? "-" : (jobs[column]?.[step]?.treeHash ?? "?"))).join(""),
  );

const anyStep = fc.record({
  treeHash: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  place: fc.constantFrom("home", "settings", "clock"),
  did: fc.constantFrom("tap", "back", "type"),
});
const anyJobs = fc.array(fc.array(anyStep, { maxLength: 12 }), { minLength: 1, maxLength: 8 });

describe("aligning jobs by their screens", () => {
  it("puts the same screens side by side, however many steps another job took between them", () => {
    expect(drawn([job("abcd"), job("abXcd")])).toEqual(["aa", "bb", "-X", "cc", "dd"]);
    expect(drawn([job("abXcd"), job("abcd")])).toEqual(["aa", "bb", "X-", "cc", "dd"]);
    expect(drawn([job("abc"), job("aXbc"), job("abYc")])).toEqual(["aaa", "-X-", "bbb", "--Y", "ccc"]);
  });

  it("says that jobs did the same when they did", () => {
    expect(alignScreens([job("abc"), job("abc"), job("abc")]).firstDivergence).toBeNull();
    expect(alignScreens([job("abc")]).firstDivergence).toBeNull();
    expect(alignScreens([])).toEqual({ rows: [], firstDivergence: null });
  });

  it("marks the first screen on which jobs did different things, and not what follows from it", () => {
    const one = [seen("a"), seen("b", "tap Wi-Fi"), seen("c")];
    const other = [seen("a"), seen("b", "tap Bluetooth"), seen("d")];
    expect(alignScreens([one, other]).firstDivergence).toBe(1);
  });

  it("prefers the very same screen to another one of the same place", () => {
    const list = (treeHash: string): SeenStep => ({ treeHash, place: "contacts", did: "scroll" });
    expect(drawn([[list("p"), list("q")], [list("q")]])).toEqual(["p-", "qq"]);
  });

  it("keeps each job's steps whole and in order, whatever the jobs", () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        const { rows } = alignScreens(jobs);
        for (const [column, steps] of jobs.entries())
          expect(rows.flatMap((row) => row[column] ?? [])).toEqual(steps.map((_step, at) => at));
        expect(rows.every((row) => row.length === jobs.length && row.some((step) => step !== null))).toBe(
          true,
        );
      }),
    );
  });

  it("never puts screens into a row of which none is like it", () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        for (const row of alignScreens(jobs).rows) {
          const held = row.flatMap((step, column) => (step === null ? [] : (jobs[column]?.[step] ?? [])));
          for (const [at, step] of held.entries()) {
            const others = held.slice(0, at);
            const alike = others.some(
              ({ treeHash, place }) => treeHash === step.treeHash || place === step.place,
            );
            expect(at === 0 || alike).toBe(true);
          }
        }
      }),
    );
  });

  it("gives a step that was put into one of two equal jobs a row of its own, and moves nothing else", () => {
    const distinct = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(distinct, fc.nat(), (screens, place) => {
        const one = screens.map((screen) => seen(screen));
        const at = place % (one.length + 1);
        const other = one.toSpliced(at, 0, seen("put in between"));
        const { rows, firstDivergence } = alignScreens([one, other]);
        expect(rows).toHaveLength(other.length);
        expect(rows[at]).toEqual([null, at]);
        expect(rows.filter((row) => !isShared(row, [one, other]))).toHaveLength(1);
        expect(firstDivergence).toBe(at);
      }),
    );
  });

  it("aligns eight jobs of a thousand steps", () => {
    const jobs = Array.from({ length: 8 }, (_job, which) =>
      Array.from({ length: 1_000 }, (_step, at) => seen(`screen ${at}`)).toSpliced(which * 100, which),
    );
    const { rows, firstDivergence } = alignScreens(jobs);
    expect(rows).toHaveLength(1_000);
    expect(firstDivergence).toBe(100);
  });
});
