import { hash } from "node:crypto";
import {
  ErrorFilter,
  type ErrorGroup,
  type ErrorGroupId,
  type ErrorGroups,
} from "#shared/contracts/api/error-groups.ts";
import type { ErrorSnapshot, PictureHash } from "#shared/contracts/step/error-snapshot.ts";
import { checkCause } from "#shared/rules/judging/check-cause.ts";
import { looksAlike } from "#shared/screen/picture-hash.ts";
import { messageShape } from "#shared/text/message-shape.ts";
import { defined } from "#shared/values/defined.ts";

export interface GroupedErrors {
  readonly groupId: ErrorGroupId;
  /** Newest first. */
  readonly errors: readonly ErrorSnapshot[];
}

const mostFacets = 20;
const mostGroups = 200;

/** Of errors newest first. The oldest picture of a group gives it its id, so that a newer one changes no group's id. */
export function groupErrors(errors: readonly ErrorSnapshot[]): readonly GroupedErrors[] {
  const groups = new Map<ErrorGroupId, ErrorSnapshot[]>();
  const pictures = new Map<string, PictureHash[]>();
  for (const error of errors.toReversed()) {
    const first = firstAlike(pictures, error);
    const groupId = groupIdOf(error, first);
    const group = groups.get(groupId);
    if (group) group.push(error);
    else groups.set(groupId, [error]);
  }
  return [...groups]
    .map(([groupId, found]) => ({ groupId, errors: found.reverse() }))
    .sort((one, other) => (newest(one) < newest(other) ? 1 : -1))
    .slice(0, mostGroups);
}

const newest = ({ errors: [first] }: GroupedErrors): string => first?.errorId ?? "";

/** The first picture of the same code that looks like this one; or this picture when there is none yet. */
function firstAlike(
  pictures: Map<string, PictureHash[]>,
  { code, pictureHash }: ErrorSnapshot,
): PictureHash | undefined {
  if (pictureHash === undefined) return undefined;
  const known = pictures.get(code) ?? [];
  const alike = known.find((other) => looksAlike(other, pictureHash));
  if (alike === undefined) pictures.set(code, [...known, pictureHash]);
  return alike ?? pictureHash;
}

/** What failed checks have in common is the check, not the screen. */
const sameness = ({ check, message }: ErrorSnapshot): string =>
  check === undefined ? messageShape(message) : checkCause(check);

function groupIdOf(error: ErrorSnapshot, picture: PictureHash | undefined): ErrorGroupId {
  const { code } = error;
  const name = code.replace(/[^A-Za-z0-9_]/g, "_").slice(0, 80) || "_";
  if (picture !== undefined) return `${name}.${picture.slice(3)}`;
  return `${name}.m${hash("sha1", sameness(error)).slice(0, 12)}`;
}

/** Whether the group is this error's: the test of one error without the others. */
export function isOfGroup(error: ErrorSnapshot, groupId: ErrorGroupId): boolean {
  const { pictureHash } = error;
  const [code = "", mark = ""] = groupId.split(".");
  if (pictureHash === undefined) return groupIdOf(error, undefined) === groupId;
  if (mark.startsWith("m")) return false;
  return groupIdOf(error, pictureHash).startsWith(`${code}.`) && looksAlike(`d1:${mark}`, pictureHash);
}

type Field = keyof ErrorFilter;
const fields: readonly Field[] = ErrorFilter.keyof().options;

export const fitsErrorFilter = (error: ErrorSnapshot, filter: ErrorFilter): boolean =>
  fields.every((field) => filter[field] === undefined || filter[field] === error[field]);

/** How often each value of a field occurs, the most frequent first. */
function facetOf(errors: readonly ErrorSnapshot[], field: Field): ErrorGroup["apps"] {
  const counts = new Map<string, number>();
  for (const { [field]: id } of errors) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostFacets);
}

export const facetsOf = (errors: readonly ErrorSnapshot[]): ErrorGroups["facets"] => ({
  codes: facetOf(errors, "code"),
  apps: facetOf(errors, "app"),
  devices: facetOf(errors, "deviceId"),
  hosts: facetOf(errors, "hostId"),
});

/** Which of a group is shown. */
export const sampleOf = ({ errors }: GroupedErrors): ErrorSnapshot | undefined =>
  errors.find(({ screenshotKey }) => screenshotKey !== null) ?? errors[0];

export function describeGroup({ groupId, errors }: GroupedErrors, sample: ErrorSnapshot) {
  const days = Map.groupBy(errors.toReversed(), ({ capturedAt }) => capturedAt.slice(0, 10));
  const { codes: _same, ...facets } = facetsOf(errors);
  const { errorId, jobId, stepNumber, attemptedAction } = sample;
  return {
    groupId,
    code: sample.code,
    message: errors[0]?.message ?? "",
    count: errors.length,
    firstSeenAt: errors.at(-1)?.capturedAt ?? sample.capturedAt,
    lastSeenAt: errors[0]?.capturedAt ?? sample.capturedAt,
    perDay: [...days].map(([day, found]) => ({ day, count: found.length })),
    sample: { errorId, jobId, stepNumber, ...defined({ attemptedAction }) },
    ...facets,
  };
}
