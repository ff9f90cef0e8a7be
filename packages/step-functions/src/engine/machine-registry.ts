import type { StateMachine } from "../definition/asl.ts";
import { parseDefinition } from "../definition/parse-definition.ts";
import type { CompiledMachine } from "../execution/compiled.ts";
import type { ExecutionRecord } from "../execution/execution.ts";
import type { Journal } from "../journal/journal.ts";
import type { ChangeSet } from "./changes.ts";

/** A state machine as the API shows it. */
export interface MachineRecord {
  readonly arn: string;
  readonly name: string;
  readonly type: "STANDARD" | "EXPRESS";
  readonly definition: string;
  readonly roleArn: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** What executions run on: they keep the revision they started with when the machine is updated. */
  readonly revisionId: number;
  /** The revision as the API names it: a UUID, from the first update on. */
  readonly shownRevision?: string;
  readonly settings: MachineSettings;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface MachineSettings {
  readonly loggingConfiguration?: unknown;
  readonly tracingConfiguration?: unknown;
  readonly encryptionConfiguration?: unknown;
}

export interface RevisionRecord {
  readonly id: number;
  readonly machineArn: string;
  readonly definition: string;
  readonly roleArn: string;
  readonly updatedMs: number;
}

interface Stored {
  readonly journal: Journal;
  readonly changes: ChangeSet;
}

type Compile = (machine: StateMachine) => CompiledMachine;

/** All state machines and the revisions that running and redrivable executions may still need. */
export class MachineRegistry {
  readonly #changes: ChangeSet;
  /** Compiles a checked definition that is no machine's revision, for a test of one of its states. */
  readonly compile: Compile;
  readonly #machines = new Map<string, MachineRecord>();
  readonly #revisions = new Map<number, RevisionRecord>();
  readonly #compiled = new Map<number, CompiledMachine>();
  #nextRevisionId = 1;

  constructor({ journal, changes }: Stored, compile: Compile) {
    this.#changes = changes;
    this.compile = compile;
    for (const { json } of journal.documents("machine")) {
      const machine: MachineRecord = JSON.parse(json);
      this.#machines.set(machine.arn, machine);
    }
    for (const { json } of journal.documents("revision")) {
      const revision: RevisionRecord = JSON.parse(json);
      this.#revisions.set(revision.id, revision);
      this.#nextRevisionId = Math.max(this.#nextRevisionId, revision.id + 1);
    }
  }

  get(arn: string): MachineRecord | undefined {
    return this.#machines.get(arn);
  }

  /** Oldest first. */
  all(): readonly MachineRecord[] {
    return [...this.#machines.values()];
  }

  revision(id: number): RevisionRecord {
    const revision = this.#revisions.get(id);
    if (revision === undefined) throw new Error(`the journal has no revision ${id}`);
    return revision;
  }

  roleArn(revisionId: number): string {
    return this.revision(revisionId).roleArn;
  }

  compiled(revisionId: number): CompiledMachine {
    let machine = this.#compiled.get(revisionId);
    if (machine === undefined) {
      machine = this.#compile(this.revision(revisionId));
      this.#compiled.set(revisionId, machine);
    }
    return machine;
  }

  /** What an execution runs: its machine, or the processor inside it that its scope path leads to. */
  compiledFor({
    revisionId,
    scopePath = [],
  }: Pick<ExecutionRecord, "revisionId" | "scopePath">): CompiledMachine {
    const machine = this.compiled(revisionId);
    if (scopePath.length === 0) return machine;
    let scope = machine.root;
    for (const [state, branch] of scopePath) {
      const inner = scope.states.get(state)?.branches[branch];
      if (inner === undefined)
        throw new Error(`revision ${revisionId} has no branch ${branch} in '${state}'`);
      scope = inner;
    }
    return { root: scope, timeoutSeconds: undefined };
  }

  /** Creates or replaces a machine; a changed definition or role becomes a new revision. */
  put(machine: Omit<MachineRecord, "revisionId">): MachineRecord {
    const previous = this.#machines.get(machine.arn);
    const unchanged = previous?.definition === machine.definition && previous.roleArn === machine.roleArn;
    const revisionId = unchanged ? previous.revisionId : this.#addRevision(machine).id;
    const stored: MachineRecord = { ...machine, revisionId };
    this.#machines.set(machine.arn, stored);
    this.#changes.document({ kind: "machine", key: machine.arn, json: JSON.stringify(stored) });
    return stored;
  }

  delete(arn: string): void {
    this.#machines.delete(arn);
    this.#changes.document({ kind: "machine", key: arn, json: null });
  }

  #addRevision(machine: Omit<MachineRecord, "revisionId">): RevisionRecord {
    const revision: RevisionRecord = {
      id: this.#nextRevisionId,
      machineArn: machine.arn,
      definition: machine.definition,
      roleArn: machine.roleArn,
      updatedMs: machine.updatedMs,
    };
    this.#nextRevisionId += 1;
    this.#revisions.set(revision.id, revision);
    this.#changes.document({
      kind: "revision",
      key: String(revision.id),
      json: JSON.stringify(revision),
    });
    return revision;
  }

  #compile(revision: RevisionRecord): CompiledMachine {
    const parsed = parseDefinition(revision.definition);
    if (!parsed.ok)
      throw new Error(`revision ${revision.id} of ${revision.machineArn} is no valid definition`);
    return this.compile(parsed.machine);
  }
}
