import { expect, test } from "vitest";
import { studentQuantile } from "#shared/rules/statistics/student-t.ts";

test.each([
  [1, 12.7062],
  [2, 4.3027],
  [3, 3.1824],
  [4, 2.7764],
  [10, 2.2281],
  [30, 2.0423],
  [120, 1.9799],
  [1000, 1.9623],
])("with %i degrees of freedom the 97.5 %% quantile is the printed table's %f", (degrees, printed) => {
  expect(studentQuantile(degrees)).toBeCloseTo(printed, 4);
});

/** Half of the distribution up to t: Simpson's rule on the density, which needs only its value at zero. */
function halfUpTo(t: number, degrees: number): number {
  const parts = 20_000;
  const density = (x: number): number => (1 + (x * x) / degrees) ** (-(degrees + 1) / 2);
  const integral = (end: number): number => {
    let sum = density(0) + density(end);
    for (let at = 1; at < parts; at += 1) sum += density((at * end) / parts) * (at % 2 === 1 ? 4 : 2);
    return (sum * end) / parts / 3;
  };
  return integral(t) / integral(60);
}

test.each([9, 24, 77, 199, 200, 500])(
  "with %i it leaves 2.5 %% of the integrated density above it",
  (degrees) => {
    expect(halfUpTo(studentQuantile(degrees), degrees)).toBeCloseTo(0.95, 7);
  },
);
