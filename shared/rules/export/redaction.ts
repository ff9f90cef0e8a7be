import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { FindingKind, RedactionFinding, RedactionReport } from "../../contracts/result/export.ts";
import { findSecrets } from "../secrets.ts";
import type { ExportedJob, ExportSource } from "./export-source.ts";
import { findPrivate } from "./find-private.ts";
import type { HandedOn } from "./handed-on.ts";
import { pictureType } from "./picture-file.ts";

/** Of our own making: ids, keys, hashes and times look like numbers that people have. */
const ours =
  /(?:^|[a-z])(?:Id|Ids|Key|Keys|Hash|At|Url)$|_id$|^(?:schemaVersion|at|until|since|bounds|hash|nth|pendingArtifacts|uiautomatorBounds|kind|serial|sha256)$/;
const masked = /\[secret\]/g;
/** Counts in what a job did, and not in artifacts: a prompt names the form itself. */
const reference = /\{\{\s*secret:[^{}\s]*\s*\}\}/g;
const attribute = /\s(text|content-desc|hint)="([^"]*)"/g;
const deepest = 40;

/** Reads all that an export hands on and counts what is private in it, where, and never what it is. */
export class Redaction {
  readonly #counts = new Map<string, number>();
  #masked = 0;
  #pictures = 0;

  report(): RedactionReport {
    const findings = [...this.#counts].map(([name, count]): RedactionFinding => {
      const [kind = "", where = ""] = name.split(" ");
      return { kind: kind as FindingKind, where, count };
    });
    findings.sort((one, other) => other.count - one.count || one.where.localeCompare(other.where));
    const { length } = findings;
    return { clean: length === 0, findings, maskedSecrets: this.#masked, pictures: this.#pictures };
  }

  /** `known`: what the job's task names as a password counts wherever it comes again. */
  readValue(value: unknown, where: string, known: readonly string[]): void {
    this.#masked += JSON.stringify(value)?.match(reference)?.length ?? 0;
    this.#readNested(value, where, known);
  }

  #readNested(value: unknown, where: string, known: readonly string[], depth = 0): void {
    if (typeof value === "string") this.#readText(value, where, known);
    if (typeof value !== "object" || value === null || depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value) this.#readNested(item, where, known, depth + 1);
      return;
    }
    for (const [name, field] of Object.entries(value))
      if (!ours.test(name))
        this.#readNested(field, where === "" ? name : `${where}.${name}`, known, depth + 1);
  }

  readArtifact(key: string, bytes: Uint8Array, known: readonly string[]): void {
    const where = key.slice(key.lastIndexOf("/") + 1);
    if (pictureType(bytes) !== null) {
      this.#pictures += 1;
      return;
    }
    const text = new TextDecoder().decode(bytes);
    if (where.endsWith(".xml")) {
      for (const [, , value = ""] of text.matchAll(attribute)) this.#readText(value, where, known);
      return;
    }
    this.#readNested(parsed(text), where, known);
  }

  #readText(text: string, where: string, known: readonly string[]): void {
    this.#masked += text.match(masked)?.length ?? 0;
    for (const [kind, count] of findPrivate(text, known)) {
      const name = `${kind} ${where.slice(0, 200)}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    }
  }
}

/** What is not JSON is read as one text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const secretsOf = ({ job }: Trajectory): readonly string[] =>
  findSecrets([job.task, job.background ?? "", job.systemPrompt ?? ""].join("\n"));

/** The same source, which reports all that is read from it to the redaction, once. */
export function readingInto(redaction: Redaction, source: ExportSource, handsOn: HandedOn): ExportSource {
  const told = new Set<string>();
  const once = (name: string, tell: () => void): void => {
    if (told.has(name)) return;
    told.add(name);
    tell();
  };
  const watched = (job: ExportedJob): ExportedJob => {
    const { jobId } = job.trajectory.job;
    const known = secretsOf(job.trajectory);
    once(jobId, () => redaction.readValue(handsOn(job.trajectory), "", known));
    return {
      ...job,
      async *parts() {
        for await (const part of job.parts()) yield watched(part);
      },
      async judgements() {
        const judgements = await job.judgements();
        once(`${jobId} judgements`, () => redaction.readValue(judgements, "judgements", known));
        return judgements;
      },
      async read(key) {
        const bytes = await job.read(key);
        if (bytes !== null) once(key, () => redaction.readArtifact(key, bytes, known));
        return bytes;
      },
    };
  };
  return {
    ...source,
    async *items() {
      for await (const item of source.items()) {
        once(item.itemKey, () => redaction.readValue(item, "items", []));
        yield item;
      }
    },
    async *jobs() {
      for await (const job of source.jobs()) yield watched(job);
    },
  };
}
