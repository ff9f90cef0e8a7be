import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import type { UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { type DeepFindings, type PartTried, partFailed, partPassed, partTexts } from "./deep-findings.ts";
import type { DoctorJob } from "./doctor-job.ts";
import { fiveScripts, twentyActions } from "./twenty-actions.ts";

const settings = "com.android.settings";
const mostNamed = 5;

/** What each screen of the job had. */
interface Seen {
  screens: number;
  elements: number;
  readonly noTree: string[];
  readonly noImage: string[];
}

/** What a job does, from its lease to its last action. False: it did not come so far. */
export async function tryJob(job: DoctorJob, findings: DeepFindings): Promise<boolean> {
  const leased = await findings.try("lease", async () => {
    await job.submit();
    await job.leased();
    return partPassed("the job has the device");
  });
  if (!leased) return false;
  const seen: Seen = { screens: 0, elements: 0, noTree: [], noImage: [] };
  const look = (turn: TurnResponse): TurnResponse => looked(turn, seen);
  const isSetUp = await findings.try("setUp", async () => {
    const { observation } = look(await job.firstScreen());
    return partPassed(`the first screen is of ${observation.app?.package || "no app"}`);
  });
  if (!isSetUp) return false;
  await findings.try("actions", () => tryActions(job, look));
  if (job.goesOn) await findings.try("text", () => tryText(job, look));
  findings.note(
    "tree",
    screensSeen(seen, seen.noTree, `${Math.round(seen.elements / seen.screens)} elements on average`),
    0,
  );
  findings.note("image", screensSeen(seen, seen.noImage, "a picture of each"), 0);
  return true;
}

function looked(turn: TurnResponse, seen: Seen): TurnResponse {
  const { observation } = turn;
  const [flag = ""] = observation.flags;
  const elements = observation.tree?.elements.filter(isFromTree).length ?? 0;
  seen.screens += 1;
  seen.elements += elements;
  if (elements === 0) seen.noTree.push(`step ${observation.step}: ${flag || "it is empty"}`);
  if (observation.links.screenshot === undefined)
    seen.noImage.push(`step ${observation.step}: ${flag || "there is none"}`);
  return turn;
}

function screensSeen({ screens }: Seen, without: readonly string[], how: string): PartTried {
  if (without.length === 0) return partPassed(`${screens} screens, ${how}`);
  return partFailed(`${without.length} of ${screens} screens have none (${named(without)})`);
}

const named = (list: readonly string[]): string =>
  list.slice(0, mostNamed).join("; ") + (list.length > mostNamed ? "; …" : "");

type Look = (turn: TurnResponse) => TurnResponse;

async function tryActions(job: DoctorJob, look: Look): Promise<PartTried> {
  const problems: string[] = [];
  let changed = 0;
  for (const action of twentyActions) {
    const { last } = look(await job.act(action)).observation;
    if (last?.screenChanged === true) changed += 1;
    if (last?.outcome?.ok === false)
      problems.push(`${action.action}: ${last.outcome.errorCode ?? ""} ${last.outcome.message ?? ""}`.trim());
  }
  const count = twentyActions.length;
  if (problems.length > 0) return partFailed(`${problems.length} of ${count} failed (${named(problems)})`);
  if (changed === 0)
    return partFailed(
      `${count} were sent, and none changed the screen`,
      "Its screen is frozen or locked: restart the device.",
    );
  return partPassed(`${count} of ${count} were done; ${changed} changed the screen`);
}

/** Not read out of the picture. */
const isFromTree = ({ source }: UIElement): boolean => source === undefined;
const isField = ({ type }: UIElement): boolean => type === "textfield";
const isSearch = ({ resource_id, text, content_description, visibility }: UIElement): boolean =>
  visibility === "visible" && /search/i.test(`${resource_id} ${text} ${content_description}`);

/** Settings has a search field on every Android; in most it appears when something called search is tapped. */
async function findField(job: DoctorJob, look: Look): Promise<UIElement | undefined> {
  let turn = look(await job.act({ action: "restart_app", package: settings }));
  for (let taps = 0; taps < 2; taps += 1) {
    const elements = turn.observation.tree?.elements ?? [];
    const field = elements.find((element) => isField(element) && element.enabled);
    const search = elements.find(isSearch);
    if (field !== undefined || search === undefined) return field;
    turn = look(await job.act({ action: "tap", element: search.element_id }));
  }
  return turn.observation.tree?.elements.find(isField);
}

async function tryText(job: DoctorJob, look: Look): Promise<PartTried> {
  const field = await findField(job, look);
  const isBlind = job.turn.observation.tree?.elements.some(isFromTree) !== true;
  if (field === undefined && isBlind)
    return partFailed("no search field was found: the screen has no elements", partTexts.tree.remedy);
  if (field === undefined)
    return partFailed(
      "no search field was found in Settings",
      "Report this: the doctor does not know this Settings app.",
    );
  const problems: string[] = [];
  let element = field.element_id;
  for (const [script, text] of Object.entries(fiveScripts)) {
    const { tree, last } = look(await job.act({ action: "type", text, element, clear: true })).observation;
    const fields = tree?.elements.filter(isField) ?? [];
    element = fields[0]?.element_id ?? element;
    if (last?.outcome?.ok === false)
      problems.push(`${script}: ${last.outcome.message ?? last.outcome.errorCode}`);
    else if (!fields.some((one) => one.text.includes(text))) problems.push(`${script}: not read back`);
  }
  await job.act({ action: "home" });
  const scripts = Object.keys(fiveScripts);
  if (problems.length > 0)
    return partFailed(`${problems.length} of ${scripts.length} failed (${named(problems)})`);
  return partPassed(`${scripts.join(", ")} were read back`);
}

export function videoFinding({ recordings = [] }: JobResponse): PartTried {
  const [video] = recordings;
  if (video === undefined) return partFailed("the job has no recording");
  const lost = video.missing.filter(({ reason }) => reason !== "gap");
  if (video.problem !== undefined || video.videoKey === undefined)
    return partFailed(video.problem ?? "the recording has no video");
  if (lost.length > 0)
    return partFailed(`${lost.length} parts are missing: ${lost.map(({ reason }) => reason).join(", ")}`);
  return partPassed(
    `${video.seconds.toFixed(1)} s of video in ${video.segments} parts, ${video.bytes} bytes`,
  );
}
