import type { Evidence } from "#shared/contracts/judging/evidence.ts";
import type { Validator, ValidatorResult } from "#shared/contracts/judging/validator.ts";
import { matchEvidence } from "#shared/rules/judging/match-evidence.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import { settings } from "../adb/android-commands.ts";
import { contentRowValidator } from "./content-row-validator.ts";
import { withDatabaseCopy } from "./copy-database.ts";
import { fileOnDevice, isFolder } from "./file-on-device.ts";
import { readTable } from "./read-table.ts";
import { foregroundAppValidator, uiTextValidator } from "./screen-validators.ts";
import {
  defineValidator,
  unreadable,
  type ValidatorCheck,
  type ValidatorContext,
} from "./validator-check.ts";

const maximumDatabaseBytes = 64 * 1024 * 1024;

/** Copies the database off the device and reads it there. */
const sqliteRowValidator = defineValidator({
  kind: "sqliteRow",
  async read({ database, table, where }, { device }) {
    const [main, log] = await Promise.all([
      fileOnDevice(device, database, maximumDatabaseBytes),
      device.pull(`${database}-wal`, maximumDatabaseBytes),
    ]);
    if (main === null) return { kind: "noRows", source: database, table: null, why: "no such database" };
    return withDatabaseCopy({ main, log }, (copy) => readTable(copy, database, table, where));
  },
});

const settingValidator = defineValidator({
  kind: "setting",
  async read({ namespace, key }, { device }) {
    const [result] = await device.read([settings.get(namespace, key)]);
    if (result?.code !== 0) return unreadable(`settings get failed: ${result?.output.trim() ?? ""}`);
    const value = result.output.replace(/\r?\n$/, "");
    // `settings get` prints `null` for an absent setting, and nobody stores that word.
    return { kind: "setting", namespace, key, value: value === "null" ? null : value };
  },
});

const maximumFileBytes = 4 * 1024 * 1024;

const fileValidator = defineValidator({
  kind: "file",
  async read({ path }, { device }) {
    const bytes = await fileOnDevice(device, path, maximumFileBytes).catch(async (error: unknown) => {
      if (await isFolder(device, path)) return "folder";
      throw error;
    });
    if (bytes === "folder") return { kind: "file", path, bytes: null, text: null, whole: true, folder: true };
    const text = bytes?.toString("utf8") ?? null;
    return { kind: "file", path, bytes: bytes?.length ?? null, text, whole: true };
  },
});

const externalValidator = defineValidator({
  kind: "external",
  async read({ name, timeoutSeconds }, { checks }) {
    if (checks === undefined) return unreadable("nobody is asked before the start");
    const answered = checks.find((check) => check.name === name);
    if (answered === undefined) return unreadable(`no result within ${timeoutSeconds} s`);
    const { passed, observed } = answered;
    return { kind: "caller", name, passed, observed };
  },
});

const said = async ({ claim }: ValidatorContext): Promise<Evidence> => ({
  kind: "agent",
  status: claim?.status ?? null,
  answer: claim?.answer ?? null,
});

const answerValidator = defineValidator({ kind: "answer", read: (_, context) => said(context) });
const claimValidator = defineValidator({ kind: "claim", read: (_, context) => said(context) });

const registry: { readonly [Kind in Validator["kind"]]: ValidatorCheck<Kind> } = {
  setting: settingValidator,
  contentRow: contentRowValidator,
  file: fileValidator,
  sqliteRow: sqliteRowValidator,
  foregroundApp: foregroundAppValidator,
  uiText: uiTextValidator,
  answer: answerValidator,
  claim: claimValidator,
  external: externalValidator,
};

export interface JudgedValidator {
  readonly result: Omit<ValidatorResult, "evidence">;
  readonly evidence: Evidence;
}

/**
 * Runs them all, side by side. A validator whose question cannot be put to the device is inconclusive, never failed.
 * @throws the transport's error when the device is lost: of that no check can say anything
 */
export const runValidators = (
  validators: readonly Validator[],
  context: ValidatorContext,
): Promise<readonly JudgedValidator[]> =>
  Promise.all(
    validators.map(async (validator) => {
      const evidence = await read(validator, context);
      const finding = matchEvidence(validator, evidence);
      const observed = finding.observed.slice(0, 500).toWellFormed();
      return { result: { ...finding, validator, observed }, evidence };
    }),
  );

async function read(validator: Validator, context: ValidatorContext): Promise<Evidence> {
  // The key and the parameter carry the same kind, which TypeScript cannot follow through the union.
  const definition = registry[validator.kind] as ValidatorCheck<Validator["kind"]>;
  try {
    return await definition.read(validator, context);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}
