import type { SessionResponse, SessionTurn } from "#shared/contracts/api/responses/session-response.ts";
import { out, plain, plainLines } from "../terminal/terminal.ts";

const placeOf = ({ place, waitingBecause }: SessionResponse): string =>
  [place === undefined ? "" : `${place} before it`, waitingBecause ?? ""].filter(Boolean).join("; ");

/** How a session stands, in a line. */
export function sessionLine(session: SessionResponse): string {
  const { sessionId, status, endReason, deviceId, stepCount, deviceLost } = session;
  const how = status === "ended" ? `ended: ${endReason}` : status;
  const where = status === "waiting" ? placeOf(session) : (deviceId ?? placeOf(session));
  const loss =
    deviceLost === undefined
      ? ""
      : status === "deviceLost"
        ? `  (${deviceLost.reason})`
        : `  (after ${deviceLost.deviceId} was lost: ${deviceLost.reason})`;
  return plain(`${sessionId}  ${how}  ${where}  ${stepCount} steps${loss}`);
}

export const labelsOf = ({ labels }: SessionResponse): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/** What was done, and what is on the screen now. */
export function saySessionTurn(turn: SessionTurn): void {
  const { stepNumber, status, reason, thinking, actions, outcome, observation, session } = turn;
  out(plain(`step ${stepNumber} ${status}${reason === undefined ? "" : `: ${reason}`}`));
  if (thinking !== undefined) out(plain(`  ${thinking}`));
  for (const { action } of actions) out(plain(`  ${JSON.stringify(action)}`));
  if (outcome !== undefined && !outcome.ok) out(plain(`  ${outcome.message}`));
  if (observation === null) out(sessionLine(session));
  else out(plainLines(observation.elementText ?? "The screen's elements are not known."));
}
