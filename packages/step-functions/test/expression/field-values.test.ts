import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileTemplate } from "../../src/expression/compile-template.ts";
import {
  booleanField,
  integerField,
  itemsField,
  mapInput,
  parseTimestamp,
  percentageField,
  secondsRange,
  stringField,
  timestampField,
} from "../../src/expression/field-values.ts";
import { contextOf } from "./evaluating.ts";

const state = contextOf();
const template = compileTemplate("{% $states.input.t %}", "F");
const opening = "An error occurred while executing the state 'S' (entered at the event id #2). ";

describe("fields that want a kind of value", () => {
  const cases: readonly (readonly [string, () => unknown, string])[] = [
    [
      "a number that is text",
      () => integerField(template, "5", "TimeoutSeconds", secondsRange, state),
      "The JSONata expression '$states.input.t' specified for the field 'TimeoutSeconds' returned an unexpected result type. Expected 'number', but was 'string' for value: \"5\"",
    ],
    [
      "half a second",
      () => integerField(template, 0.5, "Seconds", secondsRange, state),
      "The Seconds field cannot be parsed as an integer: 0.5",
    ],
    [
      "a negative time",
      () => integerField(template, -1, "TimeoutSeconds", secondsRange, state),
      "TimeoutSeconds must be between 0 and 99999999 but was: -1",
    ],
    [
      "a percentage above all",
      () => percentageField(template, 100.5, "ToleratedFailurePercentage", state),
      "ToleratedFailurePercentage must be between 0 and 100 but was: 100.5",
    ],
    [
      "a condition that is no truth value",
      () => booleanField(template, [true], "Choices[0]/Condition", state),
      "The JSONata expression '$states.input.t' specified for the field 'Choices[0]/Condition' returned an unexpected result type. Expected 'boolean', but was 'array' for value: [true]",
    ],
    [
      "a cause that is null",
      () => stringField(template, null, "Cause", state),
      "The JSONata expression '$states.input.t' specified for the field 'Cause' returned an unexpected result type. Expected 'string', but was 'null' for value: null",
    ],
    [
      "items that are an object",
      () => itemsField(template, { foo: "bar" }, state),
      "The JSONata expression '$states.input.t' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'object' for value: {\"foo\":\"bar\"}",
    ],
    [
      "an input to iterate over that is an object",
      () => mapInput({ foo: "bar" }, state),
      'Map state input must be an array but was: {"foo":"bar"}',
    ],
    [
      "a time without zone",
      () => timestampField(template, "2016-12-05T21:29:29", "Timestamp", state),
      "The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: 2016-12-05T21:29:29",
    ],
  ];
  it.each(cases)("refuse %s with the service's cause", (_what, evaluate, cause) => {
    expect(evaluate).toThrowError(
      expect.objectContaining({ name: "States.QueryEvaluationError", cause: opening + cause }),
    );
  });

  it("give what fits", () => {
    expect(integerField(template, 0, "Seconds", secondsRange, state)).toBe(0);
    expect(percentageField(template, 12.5, "P", state)).toBe(12.5);
    expect(booleanField(template, false, "C", state)).toBe(false);
    expect(stringField(template, "", "E", state)).toBe("");
    expect(itemsField(template, [1], state)).toEqual([1]);
    expect(mapInput([1], state)).toEqual([1]);
  });
});

describe("timestamps", () => {
  it.each([
    ["2016-03-14T01:59:00Z", "2016-03-14T01:59:00.000Z"],
    ["2016-03-14T01:59Z", "2016-03-14T01:59:00.000Z"],
    ["2016-03-14T01:59:00.123456789Z", "2016-03-14T01:59:00.123Z"],
    ["2016-03-14T01:59:00+02:00", "2016-03-13T23:59:00.000Z"],
    ["2016-03-14T23:59:00-05:30", "2016-03-15T05:29:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("%s is %s", (text, iso) => expect(new Date(parseTimestamp(text) ?? 0).toISOString()).toBe(iso));

  it.each([
    "2016-13-05T21:29:29Z",
    "05-12-2016T21:29:29Z",
    "2016-12-05T25:29:29Z",
    "2016-12-05 21:29:29Z",
    "2023-02-29T00:00:00Z",
    "2016-12-05T21:29:29+0200",
    "2016-12-05T21:29:29+19:00",
    "2016-12-05",
    "",
  ])("'%s' is none", (text) => expect(parseTimestamp(text)).toBeUndefined());

  it("read back any time that was written in UTC", () => {
    const dates = fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});
