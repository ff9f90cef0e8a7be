import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/expression/json-value.ts";
import { distributedMap, level, machineWith, map, task } from "./machine-with.ts";
import { expectRefusal, findingsOf, type Refusal } from "./refusals.ts";

const getObject = "arn:aws:states:::s3:getObject";
const reader = (ReaderConfig: JsonObject | undefined, fields: JsonObject = {}) => {
  const ItemReader = { Resource: getObject, Arguments: { Bucket: "b", Key: "k" }, ...fields };
  return machineWith(
    distributedMap({ ItemReader: ReaderConfig === undefined ? ItemReader : { ...ItemReader, ReaderConfig } }),
  );
};
const writer = (ResultWriter: JsonObject) => machineWith(distributedMap({ ResultWriter }));
const inlineOnly = (field: string) =>
  `SCHEMA /States/S: Field '${field}' is only supported when ProcessorConfig.Mode is 'DISTRIBUTED'`;
const config = "/States/S/ItemReader/ReaderConfig";

const refusals: readonly Refusal[] = [
  [
    "a Map without a processor",
    machineWith({ Type: "Map", End: true }),
    "SCHEMA /States/S: These fields are required: [ItemProcessor]",
  ],
  [
    "Iterator, the old name",
    machineWith(map({ Iterator: level("J") })),
    "SCHEMA /States/S: Field 'Iterator' is not supported",
  ],
  ["ItemReader in an inline Map", machineWith(map({ ItemReader: {} })), inlineOnly("ItemReader")],
  ["ItemBatcher in an inline Map", machineWith(map({ ItemBatcher: {} })), inlineOnly("ItemBatcher")],
  ["Label in an inline Map", machineWith(map({ Label: "l" })), inlineOnly("Label")],
  [
    "a distributed Map without ExecutionType",
    machineWith(map({ ItemProcessor: { ProcessorConfig: { Mode: "DISTRIBUTED" }, ...level() } })),
    "SCHEMA /States/S/ItemProcessor/ProcessorConfig: These fields are required: [ExecutionType]",
  ],
  [
    "an inline Map with ExecutionType",
    machineWith(map({ ItemProcessor: { ProcessorConfig: { ExecutionType: "EXPRESS" }, ...level() } })),
    "SCHEMA /States/S/ItemProcessor/ProcessorConfig: Field 'ExecutionType' is only supported when Mode is 'DISTRIBUTED'",
  ],
  [
    "items as plain text",
    machineWith(map({ Items: "abc" })),
    "SCHEMA /States/S/Items: Expected value of type [ARRAY, OBJECT] or a JSONata expression",
  ],
  [
    "negative concurrency",
    machineWith(map({ MaxConcurrency: -1 })),
    "SCHEMA /States/S/MaxConcurrency: Value should be between 0 and 9007199254740991",
  ],
  [
    "more than a hundred percent",
    machineWith(distributedMap({ ToleratedFailurePercentage: 101 })),
    "SCHEMA /States/S/ToleratedFailurePercentage: Value should be between 0 and 100",
  ],
  [
    "a label with a blank",
    machineWith(distributedMap({ Label: "my label" })),
    "SCHEMA /States/S/Label: Label should have 1 to 40 characters and no white space, brackets, wildcards or special characters",
  ],
  [
    "a CSV without header location",
    reader({ InputType: "CSV" }),
    `SCHEMA ${config}: The field 'CSVHeaderLocation' is required when InputType is 'CSV'`,
  ],
  [
    "given headers that are not given",
    reader({ InputType: "CSV", CSVHeaderLocation: "GIVEN" }),
    `SCHEMA ${config}: The field 'CSVHeaders' is required when CSVHeaderLocation is 'GIVEN'`,
  ],
  [
    "CSV options on JSON",
    reader({ InputType: "JSON", CSVDelimiter: "TAB" }),
    `SCHEMA ${config}: Field 'CSVDelimiter' is only supported when InputType is 'CSV'`,
  ],
  [
    "a manifest, which this engine does not read",
    reader({ InputType: "MANIFEST" }),
    `SCHEMA ${config}/InputType: Value 'MANIFEST' is not supported by this engine; use one of [CSV, JSON, JSONL]`,
  ],
  [
    "an object without its type",
    reader(undefined),
    `SCHEMA ${config}: These fields are required: [InputType]`,
  ],
  [
    "a reader without a key",
    reader({ InputType: "JSON" }, { Arguments: { Bucket: "b" } }),
    "SCHEMA /States/S/ItemReader/Arguments: These fields are required: [Key]",
  ],
  [
    "a reader of another service",
    reader({ InputType: "JSON" }, { Resource: "arn:aws:states:::dynamodb:scan" }),
    "SCHEMA /States/S/ItemReader/Resource: Value should be one of the following: [arn:aws:states:::s3:getObject, arn:aws:states:::s3:listObjectsV2]",
  ],
  [
    "items from two places",
    machineWith(
      distributedMap({
        Items: [],
        ItemReader: {
          Resource: getObject,
          Arguments: { Bucket: "b", Key: "k" },
          ReaderConfig: { InputType: "JSON" },
        },
      }),
    ),
    "SCHEMA /States/S: Only one of these fields can be present: [Items, ItemReader]",
  ],
  [
    "a batcher without a size",
    machineWith(distributedMap({ ItemBatcher: { BatchInput: {} } })),
    "SCHEMA /States/S/ItemBatcher: At least one of these fields is required: [MaxItemsPerBatch, MaxInputBytesPerBatch]",
  ],
  [
    "batches above the payload limit",
    machineWith(distributedMap({ ItemBatcher: { MaxInputBytesPerBatch: 262_145 } })),
    "SCHEMA /States/S/ItemBatcher/MaxInputBytesPerBatch: Value should be between 1 and 262144",
  ],
  [
    "an empty writer",
    writer({}),
    "SCHEMA /States/S/ResultWriter: ResultWriter should have WriterConfig, or Resource and Arguments, or all three",
  ],
  [
    "a writer that does not say where to",
    writer({ Resource: "arn:aws:states:::s3:putObject" }),
    "SCHEMA /States/S/ResultWriter: These fields are required: [Arguments]",
  ],
  [
    "an unknown transformation",
    writer({ WriterConfig: { Transformation: "ZIP", OutputType: "JSON" } }),
    "SCHEMA /States/S/ResultWriter/WriterConfig/Transformation: Value should be one of the following: [NONE, COMPACT, FLATTEN]",
  ],
];

describe("Map states: a definition is refused for", () => {
  for (const refusal of refusals) it(refusal[0], () => expectRefusal(refusal));
});

describe("workflow types", () => {
  const express = { ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "EXPRESS" } };

  it("keeps callbacks out of the Express children of a distributed Map", () => {
    const callback = task({
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      Arguments: { QueueUrl: "q", MessageBody: "b" },
    });
    const machine = machineWith(map({ ItemProcessor: { ...express, ...level("I", callback) } }));
    expect(findingsOf(machine)).toEqual([
      "SCHEMA /States/S/ItemProcessor/States/I/Resource: Express state machine does not support '.waitForTaskToken' service integration ",
    ]);
  });

  it("keeps distributed Maps out of Express workflows", () => {
    expect(findingsOf(machineWith(distributedMap()), "EXPRESS")).toEqual([
      "SCHEMA /States/S: Express state machine does not support Map states in 'DISTRIBUTED' mode",
    ]);
  });
});

describe("Map states that are taken", () => {
  it("takes every documented field of a distributed Map at once", () => {
    const machine = machineWith(
      distributedMap({
        ItemReader: {
          Resource: getObject,
          Arguments: { Bucket: "{% $states.input.bucket %}", Key: "k.csv" },
          ReaderConfig: {
            InputType: "CSV",
            CSVHeaderLocation: "FIRST_ROW",
            CSVDelimiter: "PIPE",
            MaxItems: "{% $states.input.n %}",
          },
        },
        ItemSelector: { row: "{% $states.context.Map.Item.Value %}" },
        ItemBatcher: {
          MaxItemsPerBatch: 10,
          MaxInputBytesPerBatch: "{% 1000 %}",
          BatchInput: { run: "{% $states.input.id %}" },
        },
        ResultWriter: {
          Resource: "arn:aws:states:::s3:putObject",
          Arguments: { Bucket: "b", Prefix: "p" },
          WriterConfig: { Transformation: "FLATTEN", OutputType: "JSONL" },
        },
        MaxConcurrency: "{% $states.input.c %}",
        ToleratedFailureCount: 5,
        ToleratedFailurePercentage: 12.5,
        Label: "jobs",
      }),
    );
    expect(findingsOf(machine)).toEqual([]);
  });

  it("takes a Comment in each of its parts", () => {
    const note = { Comment: "why" };
    const processor = {
      ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD", ...note },
      ...note,
      ...level(),
    };
    const machine = machineWith(
      distributedMap({
        ItemProcessor: processor,
        ItemReader: {
          Resource: getObject,
          Arguments: { Bucket: "b", Key: "k" },
          ReaderConfig: { InputType: "JSON", ...note },
          ...note,
        },
        ItemBatcher: { MaxItemsPerBatch: 2, ...note },
        ResultWriter: { WriterConfig: { Transformation: "NONE", OutputType: "JSON", ...note }, ...note },
      }),
    );
    expect(findingsOf(machine)).toEqual([]);
  });

  it("takes tolerated failures on an inline Map, and 0 for all items", () => {
    expect(
      findingsOf(machineWith(map({ ToleratedFailureCount: 1, ToleratedFailurePercentage: 12.5 }))),
    ).toEqual([]);
    const ReaderConfig = { InputType: "JSON", MaxItems: 0 };
    const ItemReader = { Resource: getObject, Arguments: { Bucket: "b", Key: "k" }, ReaderConfig };
    expect(findingsOf(machineWith(distributedMap({ ItemReader })))).toEqual([]);
  });

  it("takes a listing, whose objects need no input type", () => {
    const ItemReader = {
      Resource: "arn:aws:states:::s3:listObjectsV2",
      Arguments: { Bucket: "b", Prefix: "p/" },
    };
    expect(findingsOf(machineWith(distributedMap({ ItemReader })))).toEqual([]);
  });
});
