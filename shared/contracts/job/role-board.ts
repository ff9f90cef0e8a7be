import * as z from "zod";
import { RoleName } from "../agent/role.ts";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";
import { BoardKey, BoardText } from "./board-text.ts";
import { CallbackId } from "./callback.ts";
import { JobOutcome } from "./job.ts";
import { mostRoles } from "./job-request.ts";

/** A blackboard has room for this many; all of it is one item of the table. */
export const mostEntries = 80;

/** What one role's agent told: it may quote a screen, so it is hostile text. */
export const BoardEntry = z
  .strictObject({
    /** In the order in which they were told, from 1. */
    number: z.int().min(1),
    key: BoardKey,
    text: BoardText,
    from: RoleName,
    /** Null: all others. */
    to: RoleName.nullable(),
    at: Timestamp,
    /** Of the teller's job. */
    stepNumber: z.int().min(1),
  })
  .meta({ id: "BoardEntry" });
export type BoardEntry = z.infer<typeof BoardEntry>;

/** `gathering`: without its device. `ready`: it waits for the others' devices. `done`: it claims so, and waits to be judged. */
export const RoleState = z.enum(["gathering", "ready", "acting", "waiting", "done", "ended"]);
export type RoleState = z.infer<typeof RoleState>;

export const RoleStanding = z
  .strictObject({
    role: RoleName,
    jobId: JobId,
    state: RoleState,
    /** What it waits to be told. */
    waiting: z
      .strictObject({ key: BoardKey, callbackId: CallbackId, since: Timestamp, until: Timestamp })
      .optional(),
    /** The wait that nobody was left to end. */
    inVain: CallbackId.optional(),
    outcome: JobOutcome.optional(),
    reason: z.string().max(1_000).optional(),
  })
  .meta({ id: "RoleStanding" });
export type RoleStanding = z.infer<typeof RoleStanding>;

/** Why no role is to continue. */
export const BoardOver = z
  .strictObject({
    /** `roleEnded`: that role can do its part no more. `deadlock`: they wait for each other. */
    reason: z.enum(["roleEnded", "deadlock"]),
    role: RoleName,
    detail: z.string().max(1_000),
    at: Timestamp,
  })
  .meta({ id: "BoardOver" });
export type BoardOver = z.infer<typeof BoardOver>;

/** How the roles of one task stand, and what they told each other (docs/decisions/0184-one-item-for-all-roles.md). */
export const RoleBoard = z
  .strictObject({
    schemaVersion: z.literal(1),
    tenantId: TenantId,
    /** The whole's. */
    jobId: JobId,
    /** Raised by each write: of two that change it at once one looks again. */
    revision: z.int().min(1),
    roles: z.array(RoleStanding).min(2).max(mostRoles),
    entries: z.array(BoardEntry).max(mostEntries),
    /** All had their devices then. */
    gatheredAt: Timestamp.optional(),
    over: BoardOver.optional(),
  })
  .meta({ id: "RoleBoard" });
export type RoleBoard = z.infer<typeof RoleBoard>;
