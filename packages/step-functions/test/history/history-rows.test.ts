import type { HistoryEvent } from "@aws-sdk/client-sfn";
import { expect, it } from "vitest";
import { duration, historyRows } from "../../src/history/history-rows.ts";

const at = (ms: number) => new Date(1_700_000_000_000 + ms);

it("names the state of each event and says how long states and tasks took", () => {
  const events: HistoryEvent[] = [
    { id: 1, previousEventId: 0, type: "ExecutionStarted", timestamp: at(0) },
    {
      id: 2,
      previousEventId: 0,
      type: "TaskStateEntered",
      timestamp: at(5),
      stateEnteredEventDetails: { name: "Call" },
    },
    { id: 3, previousEventId: 2, type: "TaskScheduled", timestamp: at(6) },
    { id: 4, previousEventId: 3, type: "TaskSucceeded", timestamp: at(1506) },
    {
      id: 5,
      previousEventId: 4,
      type: "TaskStateExited",
      timestamp: at(1507),
      stateExitedEventDetails: { name: "Call", output: "{}" },
    },
    { id: 6, previousEventId: 5, type: "ExecutionSucceeded", timestamp: at(1508) },
  ];
  expect(historyRows(events).map(({ state, took }) => [state, took])).toEqual([
    ["", ""],
    ["Call", ""],
    ["Call", ""],
    ["Call", "1.500 s"],
    ["Call", "1.502 s"],
    ["", "1.508 s"],
  ]);
});

it("writes durations in the unit a person would use", () => {
  expect([4, 1204, 123_000].map(duration)).toEqual(["4 ms", "1.204 s", "2 min 3 s"]);
});
