import { describe, expect, it } from "vitest";
import { forecast } from "#shared/rules/forecast/forecast.ts";
import { input, pastRuns, planned } from "./past-farm.ts";

const minutes = (seconds: number): number => seconds / 60;

describe("a forecast", () => {
  it("is the same for the same seed, and another one for another seed", () => {
    const [one, again, other] = [1, 1, 2].map((seed) => forecast(input({ seed })));
    expect(again).toEqual(one);
    expect(other?.seconds).not.toEqual(one?.seconds);
  });

  it("has jobs wait for devices: ten minutes for a hundred jobs of a minute on ten, and half on twenty", () => {
    const ten = forecast(input());
    const twenty = forecast(input({ devices: 20 }));
    expect(minutes(ten.seconds.median)).toBeCloseTo(10, 0);
    expect(minutes(twenty.seconds.median)).toBeCloseTo(5, 0);
    const { half, most } = ten.seconds;
    expect([most.low, half.low, half.high, most.high]).toEqual(
      [most.low, half.low, half.high, most.high].toSorted((a, b) => a - b),
    );
  });

  it("says what binds, and that a hundred more devices help only until something else binds", () => {
    const { binds, moreDevices, seconds } = forecast(input({ concurrency: 20 }));
    expect(binds).toBe("devices");
    expect(moreDevices).toMatchObject({ devices: 110, binds: "concurrency" });
    expect(moreDevices.seconds / seconds.median).toBeCloseTo(0.5, 1);
    expect(forecast(input({ concurrency: 5 }))).toMatchObject({ binds: "concurrency" });
    expect(forecast(input({ devices: 200, concurrency: 200 })).binds).toBe("jobs");
  });

  it("has jobs take turns with a model whose rate is limited", () => {
    const { binds, seconds } = forecast(input({ modelCallsPerMinute: 50 }));
    expect(binds).toBe("modelRate");
    // A thousand calls.
    expect(minutes(seconds.median)).toBeGreaterThan(19);
    expect(minutes(seconds.median)).toBeLessThan(23);
  });

  it("takes no wait for a model twice: once as it was, and again by the rate", () => {
    const past = { runs: pastRuns(40, { held: 90, waited: 30 }), batches: [] };
    const { seconds } = forecast(input({ past, modelCallsPerMinute: 100_000 }));
    expect(minutes(seconds.median)).toBeCloseTo(10, 0);
  });

  it("names AWS's quotas in the order in which they bind, as docs/operations.md reckons them", () => {
    const runs = pastRuns(40, { steps: 15, held: 75, modelSeconds: 45 });
    const aws = { scale: "large", accountConcurrency: 1_000 } as const;
    const tasks = [planned("alarm", 1_000)];
    const { binds, limits } = forecast(
      input({ aws, tasks, devices: 10_000, concurrency: 10_000, past: { runs, batches: [] } }),
    );
    expect(binds).toBe("modelCalls");
    const inOrder = limits
      .map(({ limit }) => limit)
      .filter((limit) => !["devices", "concurrency"].includes(limit));
    expect(inOrder).toEqual(["modelCalls", "tableWrites", "taskTokens", "transitions", "jobStarts"]);
    // 360 reserved executions, each in use for 3 s of 5.
    expect(limits[0]?.jobsAtOnce).toBeCloseTo(600, -1);
  });

  it("runs lost attempts again, as often as the batch's rule says", () => {
    const lost = pastRuns(20, { isInconclusive: true, held: 60 });
    const past = { runs: [...pastRuns(20), ...lost], batches: [] };
    const [never, twice] = [0, 2].map((inconclusive) =>
      forecast(input({ past, retry: { inconclusive, failed: 0 } })),
    );
    const ratio = (twice?.seconds.median ?? 0) / (never?.seconds.median ?? 1);
    // One attempt, half a second one, a quarter of a third.
    expect(ratio).toBeCloseTo(1.75, 0);
  });
});

describe("what a forecast is drawn from", () => {
  it("is the task itself, the task with another model, other tasks with the model, or all jobs", () => {
    const runs = [
      ...pastRuns(10),
      ...pastRuns(10, { task: "wifi", model: "large", variant: "large", held: 20 }),
    ];
    const tasks = [planned("alarm", 1, "small"), planned("alarm", 2, "large"), planned("new", 3, "large")];
    const { history } = forecast(
      input({ tasks: [...tasks, planned("new", 4, "other")], past: { runs, batches: [] } }),
    );
    expect(history.jobs).toBe(20);
    expect(history.drawnFrom).toEqual({
      task: 1,
      taskOfAnotherModel: 2,
      model: 3,
      allTasks: 4,
      assumptions: 0,
    });
  });

  it("is nothing but assumptions with their names and values where there is no past", () => {
    const { history, assumptions, seconds } = forecast(input({ past: { runs: [], batches: [] } }));
    expect(history).toMatchObject({ jobs: 0, drawnFrom: { assumptions: 100 } });
    expect(assumptions).toContainEqual(expect.objectContaining({ name: "stepsPerJob", value: 15 }));
    expect(seconds.most.high / seconds.most.low).toBeGreaterThan(2);
  });
});

describe("the cost of a forecast", () => {
  const priceOf = (model: string, inputTokens: number): number | undefined =>
    ({ small: inputTokens / 1e5, large: inputTokens / 1e4 })[model];

  it("is that of the past runs, or what another model would have cost by both prices", () => {
    const [same, other] = ["small", "large"].map((model) =>
      forecast(input({ priceOf, tasks: [planned("alarm", 100, model)] })),
    );
    expect(same?.usd.median).toBeCloseTo(10, 0);
    expect((other?.usd.median ?? 0) / (same?.usd.median ?? 1)).toBeCloseTo(10, 0);
  });

  it("leaves out what has no price, and says for how many jobs", () => {
    const { usd, unpricedShare, assumptions } = forecast(input({ tasks: [planned("alarm", 100, "own")] }));
    expect([usd.median, unpricedShare]).toEqual([0, 1]);
    expect(assumptions).toContainEqual(expect.objectContaining({ name: "jobsWithoutPrice", value: 100 }));
  });

  it("finds the fewest devices for a deadline, with the cheapest model first", () => {
    const given = { priceOf, deadlineSeconds: 300, models: ["large", "small"], deviceUsdPerHour: 1 };
    const { mixes = [] } = forecast(input({ ...given, tasks: [planned("alarm", 100, "large")] }));
    expect(mixes.map(({ model }) => model)).toEqual(["small", "large"]);
    for (const { devices, seconds } of mixes) {
      expect(devices).toBeGreaterThanOrEqual(20);
      expect(devices).toBeLessThanOrEqual(30);
      expect(seconds).toBeLessThan(300);
    }
    expect(forecast(input({ deadlineSeconds: 30 })).mixes).toEqual([]);
  });

  it("takes no model without a price for the cheapest", () => {
    const given = { priceOf, deadlineSeconds: 300, models: ["own", "large"] };
    const { mixes } = forecast(input({ ...given, tasks: [planned("alarm", 100, "large")] }));
    expect(mixes).toMatchObject([
      { model: "large", usd: expect.any(Number) },
      { model: "own", usd: null },
    ]);
  });
});
