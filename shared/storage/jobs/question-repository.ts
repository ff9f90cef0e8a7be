import * as z from "zod";
import { Question, type QuestionId, type QuestionStatus } from "../../contracts/job/question.ts";
import type { JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { questionAsked } from "../../rules/webhook-facts.ts";
import { defined } from "../../values/defined.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readPage } from "../table/read-page.ts";
import { changeItem, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { createEventRecorder } from "../webhooks/event-recorder.ts";
import { readEventPlace } from "./read-event-place.ts";

const createQuestionEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("question"),
      attributes: {
        ...attributesOf(Question),
        tenantId: keyPart,
        jobId: keyPart,
        questionId: keyPart,
        status: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["questionId"], "question#{questionId}"),
        },
        byStatus: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId", "status"], "{tenantId}#questions#{status}"),
          sk: keyTemplate("gsi1sk", ["jobId", "questionId"], "{jobId}#{questionId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseQuestion = (found: unknown): Question => checked(Question, found, "a stored question");
const QuestionPlace = z.string().regex(/^[0-9A-Z]{26}#[a-z0-9-]{1,40}$/);
const placeOf = ({ jobId, questionId }: Question): string => `${jobId}#${questionId}`;

export interface QuestionKey {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly questionId: QuestionId;
}

export interface GivenAnswer extends QuestionKey {
  readonly answer: string;
  readonly at: Timestamp;
  readonly by?: string | undefined;
}

const partsOf = (access: TableAccess) => ({
  access,
  entity: createQuestionEntity(access),
  events: createEventRecorder(access),
});
type Parts = ReturnType<typeof partsOf>;

export const createQuestionRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { ask, get, answer, expire, reopen, listByJob, list });

/** From `open`, once: of two that race one wins. */
const close = (
  { entity }: Parts,
  { tenantId, jobId, questionId }: QuestionKey,
  status: Exclude<QuestionStatus, "open">,
  values: Pick<Question, "answer" | "answeredAt" | "by" | "answeredBy">,
  notBefore?: Timestamp,
) =>
  changeItem("close the question", parseQuestion, () =>
    entity
      .patch({ tenantId, jobId, questionId })
      .set({ status, ...defined(values) })
      .where((question, is) => {
        const open = is.eq(question.status, "open");
        return notBefore === undefined ? open : `${open} AND ${is.gt(question.until, notBefore)}`;
      }),
  );

/** False when it was asked already: what was stored first stands. */
async function ask({ entity, access, events }: Parts, question: Question): Promise<boolean> {
  const item = checked(Question, question, "a question");
  const { tenantId, jobId, questionId, status } = item;
  // What a simulated user has answered already nobody is to be told of.
  if (status !== "open") return wrote("store the question", () => entity.create(item).go());
  const asked = {
    ...{ tenantId, subject: `${jobId} ${questionId}` },
    type: item.kind === "approval" ? ("approval.requested" as const) : ("question.asked" as const),
    tell: async () => questionAsked(item, await readEventPlace(access, { tenantId, jobId })),
  };
  return (await events.write("store the question", asked, () => entity.create(item))) !== null;
}

const get = ({ entity }: Parts, { tenantId, jobId, questionId }: QuestionKey) =>
  readItem("read the question", parseQuestion, entity.get({ tenantId, jobId, questionId }));

/** Null when it is not open any more, or its time is over. */
const answer = (parts: Parts, { answer, at, by, ...key }: GivenAnswer): Promise<Question | null> =>
  close(parts, key, "answered", { answer, answeredAt: at, by, answeredBy: "person" }, at);

/** Nobody answered in time: the default stands, or nothing. Null when it is not open any more. */
const expire = (
  parts: Parts,
  key: QuestionKey,
  defaultAnswer: string | undefined,
  at: Timestamp,
): Promise<Question | null> =>
  defaultAnswer === undefined
    ? close(parts, key, "expired", {})
    : close(parts, key, "default", { answer: defaultAnswer, answeredAt: at, answeredBy: "default" });

/** It takes answers until then. Null when it is not open any more. */
const reopen = ({ entity }: Parts, { tenantId, jobId, questionId }: QuestionKey, until: Timestamp) =>
  changeItem("reopen the question", parseQuestion, () =>
    entity
      .patch({ tenantId, jobId, questionId })
      .set({ until })
      .where((question, is) => is.eq(question.status, "open")),
  );

/** A job's, in the order in which they were asked. Their number is bounded by its steps. */
async function listByJob({ entity }: Parts, tenantId: TenantId, jobId: JobId): Promise<readonly Question[]> {
  const { data } = await storageCall("list the job's questions", () =>
    entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
  );
  return data.map(parseQuestion).sort((a, b) => a.askedAt.localeCompare(b.askedAt));
}

/** The tenant's of one status, oldest job first. */
async function list(
  { entity }: Parts,
  tenantId: TenantId,
  request: PageRequest & { readonly status: QuestionStatus },
): Promise<Page<Question>> {
  const { status, cursor } = request;
  const list = `${tenantId}/questions/${status}`;
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor, QuestionPlace);
  const all = entity.query.byStatus({ tenantId, status });
  const [jobId = "", questionId = ""] = after?.split("#") ?? [];
  const from = after === undefined ? all : all.gt({ jobId, questionId });
  return readPage({
    operation: "list the questions",
    request,
    find: (limit) => from.go({ order: "asc", limit, hydrate: true }),
    parse: parseQuestion,
    place: placeOf,
    newestFirst: false,
    cursorAfter: (question) => encodeCursor(list, placeOf(question)),
  });
}
