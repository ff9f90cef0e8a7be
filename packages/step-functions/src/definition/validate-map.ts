import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { isExpressionText } from "../expression/jsonata-expression.ts";
import type { Findings } from "./diagnostic.ts";
import {
  anyValue,
  checkFields,
  type FieldRule,
  type FieldTable,
  integer,
  oneOf,
  oneOfSupported,
  orExpression,
  textList,
  textValue,
} from "./field-rules.ts";
import type { WorkflowType } from "./validate-resource.ts";

/** The service takes tolerated failures on an inline Map as well, where they change nothing. */
const distributedOnly = ["ItemReader", "ItemBatcher", "ResultWriter", "Label"];

const processorConfig: FieldTable = {
  Comment: textValue,
  Mode: oneOf("INLINE", "DISTRIBUTED"),
  ExecutionType: oneOf("STANDARD", "EXPRESS"),
};

const pointer: FieldRule = (value, location, findings) => {
  if (typeof value !== "string") findings.schema("Expected value of type [STRING]", location);
  else if (value !== "" && !value.startsWith("/"))
    findings.schema("Value should be a JSON pointer, such as /items", location);
};

const readerConfig: FieldTable = {
  Comment: textValue,
  InputType: oneOfSupported(["CSV", "JSON", "JSONL"], ["MANIFEST", "PARQUET"]),
  CSVHeaderLocation: oneOf("FIRST_ROW", "GIVEN"),
  CSVHeaders: textList,
  CSVDelimiter: oneOf("COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"),
  MaxItems: orExpression(integer(0, 100_000_000)),
  ItemsPointer: pointer,
};

const writerConfig: FieldTable = {
  Comment: textValue,
  Transformation: oneOf("NONE", "COMPACT", "FLATTEN"),
  OutputType: oneOf("JSON", "JSONL"),
};

const batcher: FieldTable = {
  Comment: textValue,
  MaxItemsPerBatch: orExpression(integer(1, 100_000_000)),
  MaxInputBytesPerBatch: orExpression(integer(1, 262_144)),
  BatchInput: anyValue,
};

/** The service's own ARN, in any partition. */
function s3Action(...actions: readonly string[]): FieldRule {
  return (value, location, findings) => {
    const action = /^arn:aws[a-z-]*:states:::s3:(\w+)$/.exec(typeof value === "string" ? value : "")?.[1];
    if (action !== undefined && actions.includes(action)) return;
    const known = actions.map((name) => `arn:aws:states:::s3:${name}`).join(", ");
    findings.schema(`Value should be one of the following: [${known}]`, location);
  };
}

/** Arguments of an S3 call: an object with the fields that are required, or one expression for all. */
function s3Arguments(required: readonly string[], optional: readonly string[]): FieldRule {
  const table: FieldTable = Object.fromEntries([...required, ...optional].map((name) => [name, anyValue]));
  return (value, location, findings) => {
    if (typeof value === "string" && isExpressionText(value)) return;
    checkFields(value, location, table, required, findings);
  };
}

function validateReaderConfig(config: JsonValue, location: string, findings: Findings): void {
  if (!checkFields(config, location, readerConfig, [], findings)) return;
  const missing = (field: string, why: string) =>
    findings.schema(`The field '${field}' is required ${why}`, location);
  if (config.ItemsPointer !== undefined && config.InputType !== "JSON") {
    findings.schema("Field 'ItemsPointer' is only supported when InputType is 'JSON'", location);
  }
  if (config.InputType === "CSV") {
    if (config.CSVHeaderLocation === undefined) missing("CSVHeaderLocation", "when InputType is 'CSV'");
    if (config.CSVHeaderLocation === "GIVEN" && config.CSVHeaders === undefined) {
      missing("CSVHeaders", "when CSVHeaderLocation is 'GIVEN'");
    }
    return;
  }
  for (const field of ["CSVHeaderLocation", "CSVHeaders", "CSVDelimiter"]) {
    if (config[field] !== undefined) {
      findings.schema(`Field '${field}' is only supported when InputType is 'CSV'`, location);
    }
  }
}

function validateReader(reader: JsonValue, location: string, findings: Findings): void {
  const lists = isJsonObject(reader) && String(reader.Resource).endsWith(":listObjectsV2");
  const args = lists ? s3Arguments(["Bucket"], ["Prefix"]) : s3Arguments(["Bucket", "Key"], ["VersionId"]);
  const table: FieldTable = {
    Comment: textValue,
    Resource: s3Action("getObject", "listObjectsV2"),
    Arguments: args,
    ReaderConfig: (value, at) => validateReaderConfig(value, at, findings),
  };
  const required = ["Resource", "Arguments"];
  if (!checkFields(reader, location, table, required, findings) || lists) return;
  if (!isJsonObject(reader.ReaderConfig) || reader.ReaderConfig.InputType === undefined) {
    findings.schema("These fields are required: [InputType]", `${location}/ReaderConfig`);
  }
}

function validateWriter(writer: JsonValue, location: string, findings: Findings): void {
  const table: FieldTable = {
    Comment: textValue,
    Resource: s3Action("putObject"),
    Arguments: s3Arguments(["Bucket"], ["Prefix"]),
    WriterConfig: (value, at) => {
      checkFields(value, at, writerConfig, ["Transformation", "OutputType"], findings);
    },
  };
  if (!checkFields(writer, location, table, [], findings)) return;
  const exports = writer.Resource !== undefined || writer.Arguments !== undefined;
  if (exports)
    checkFields(
      writer,
      location,
      { ...table, Resource: anyValue, Arguments: anyValue, WriterConfig: anyValue },
      ["Resource", "Arguments"],
      findings,
    );
  else if (writer.WriterConfig === undefined) {
    findings.schema(
      "ResultWriter should have WriterConfig, or Resource and Arguments, or all three",
      location,
    );
  }
}

function validateBatcher(value: JsonValue, location: string, findings: Findings): void {
  if (!checkFields(value, location, batcher, [], findings)) return;
  if (value.MaxItemsPerBatch === undefined && value.MaxInputBytesPerBatch === undefined) {
    findings.schema(
      "At least one of these fields is required: [MaxItemsPerBatch, MaxInputBytesPerBatch]",
      location,
    );
  }
}

export function isDistributed(state: JsonObject): boolean {
  const config = isJsonObject(state.ItemProcessor) ? state.ItemProcessor.ProcessorConfig : undefined;
  return isJsonObject(config) && config.Mode === "DISTRIBUTED";
}

/** The type of the child workflows of a distributed Map, which has its own rules for what they may use. */
export function childTypeOf(state: JsonObject): WorkflowType {
  const config = isJsonObject(state.ItemProcessor) ? state.ItemProcessor.ProcessorConfig : undefined;
  return isJsonObject(config) && config.ExecutionType === "EXPRESS" ? "EXPRESS" : "STANDARD";
}

/** What is particular to a Map state: its mode, and the fields that only distributed mode has. */
export function validateMap(state: JsonObject, location: string, findings: Findings): void {
  const processor = isJsonObject(state.ItemProcessor) ? state.ItemProcessor : undefined;
  const config = processor?.ProcessorConfig;
  const at = `${location}/ItemProcessor/ProcessorConfig`;
  if (config !== undefined && checkFields(config, at, processorConfig, [], findings)) {
    if (config.Mode === "DISTRIBUTED" && config.ExecutionType === undefined) {
      findings.schema("These fields are required: [ExecutionType]", at);
    }
    if (config.Mode !== "DISTRIBUTED" && config.ExecutionType !== undefined) {
      findings.schema("Field 'ExecutionType' is only supported when Mode is 'DISTRIBUTED'", at);
    }
  }
  if (!isDistributed(state)) {
    for (const name of distributedOnly) {
      if (state[name] !== undefined) {
        findings.schema(
          `Field '${name}' is only supported when ProcessorConfig.Mode is 'DISTRIBUTED'`,
          location,
        );
      }
    }
    return;
  }
  if (state.Items !== undefined && state.ItemReader !== undefined) {
    findings.schema("Only one of these fields can be present: [Items, ItemReader]", location);
  }
  if (state.ItemReader !== undefined) validateReader(state.ItemReader, `${location}/ItemReader`, findings);
  if (state.ItemBatcher !== undefined)
    validateBatcher(state.ItemBatcher, `${location}/ItemBatcher`, findings);
  if (state.ResultWriter !== undefined)
    validateWriter(state.ResultWriter, `${location}/ResultWriter`, findings);
}
