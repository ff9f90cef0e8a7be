/** One step of a job, as far as it can be compared with another job's: on which screen it began, and what it did there. */
export interface SeenStep {
  /** Equal hashes: the same screen. */
  readonly treeHash: string;
  /** App and activity. Of one place, two screens may still differ in what they say. */
  readonly place: string;
  /** What was done there: equal texts, the same thing. */
  readonly did: string;
}

/** What the jobs did on one screen: for each, the index of its step, or null where it was not there. */
export type ScreenRow = readonly (number | null)[];

export interface AlignedScreens {
  readonly rows: readonly ScreenRow[];
  /** The first row in which a job was elsewhere, or did something else; null: they all did the same. */
  readonly firstDivergence: number | null;
}

type Row = (number | null)[];

/** A step by the numbers of its texts: equal numbers, equal texts. */
type Mark = readonly [treeHash: number, place: number, did: number];

/**
 * Jobs side by side, by the screens they saw. A row never holds screens that are not alike, and a step that only one job made
 * has its own row: what comes after it is beside what is like it (Needleman and Wunsch, job by job against the rows so
 * far; gaps cost nothing, unlike screens are never put together).
 */
export function alignScreens(jobs: readonly (readonly SeenStep[])[]): AlignedScreens {
  const marks = markAll(jobs);
  let rows: Row[] = [];
  for (const column of jobs.keys()) rows = addJob(rows, marks, column);
  const differs = rows.findIndex((row) => !isShared(row, jobs));
  return { rows, firstDivergence: differs === -1 ? null : differs };
}

/** Whether all jobs were there and did the same. */
export function isShared(row: ScreenRow, jobs: readonly (readonly SeenStep[])[]): boolean {
  const did = row.map((step, column) => (step === null ? undefined : jobs[column]?.[step]?.did));
  return did.every((one) => one !== undefined && one === did[0]);
}

function markAll(jobs: readonly (readonly SeenStep[])[]): readonly (readonly Mark[])[] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  return jobs.map((steps) =>
    steps.map(({ treeHash, place, did }): Mark => [numberOf(treeHash), numberOf(place), numberOf(did)]),
  );
}

/** What is in a row, each once. */
function distinctIn(row: Row, marks: readonly (readonly Mark[])[]): readonly Mark[] {
  const all = row.flatMap((step, column) => {
    const mark = step === null ? undefined : marks[column]?.[step];
    return mark === undefined ? [] : [mark];
  });
  return [...new Map(all.map((mark) => [mark.join(" "), mark])).values()];
}

function addJob(rows: readonly Row[], marks: readonly (readonly Mark[])[], column: number): Row[] {
  const steps = marks[column] ?? [];
  const held = rows.map((row) => distinctIn(row, marks));
  const alike = (row: number, step: number): number => likeness(held[row] ?? [], steps[step]);
  const best = bestFrom(rows.length, steps.length, alike);
  const alone = (step: number): Row => [...Array<null>(column).fill(null), step];
  const merged: Row[] = [];
  let [row, step] = [0, 0];
  while (row < rows.length || step < steps.length) {
    const here = best.at(row, step);
    const like = row < rows.length && step < steps.length ? alike(row, step) : 0;
    if (like > 0 && here === like + best.at(row + 1, step + 1)) {
      merged.push([...(rows[row] ?? []), step]);
      row += 1;
      step += 1;
    } else if (row < rows.length && here === best.at(row + 1, step)) {
      merged.push([...(rows[row] ?? []), null]);
      row += 1;
    } else {
      merged.push(alone(step));
      step += 1;
    }
  }
  return merged;
}

/** For each pair of a row and a step, how much likeness can be had from there to the end. */
function bestFrom(rowCount: number, stepCount: number, alike: (row: number, step: number) => number) {
  const width = stepCount + 1;
  const scores = new Int32Array((rowCount + 1) * width);
  const at = (row: number, step: number): number => scores[row * width + step] ?? 0;
  for (let row = rowCount - 1; row >= 0; row -= 1)
    for (let step = stepCount - 1; step >= 0; step -= 1) {
      const like = alike(row, step);
      const together = like > 0 ? like + at(row + 1, step + 1) : 0;
      scores[row * width + step] = Math.max(together, at(row + 1, step), at(row, step + 1));
    }
  return { at: (row: number, step: number) => (row > rowCount || step > stepCount ? 0 : at(row, step)) };
}

/** 0: not to be put together. The same screen outweighs whatever is in one place; doing the same decides between equals. */
function likeness(held: readonly Mark[], step: Mark | undefined): number {
  if (step === undefined) return 0;
  let most = 0;
  for (const [treeHash, place, did] of held) {
    const same = treeHash === step[0];
    if (!same && place !== step[1]) continue;
    most = Math.max(most, (same ? 6 : 2) + (did === step[2] ? 1 : 0));
  }
  return most;
}
