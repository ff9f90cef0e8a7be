import * as z from "zod";
import type { SessionResponse } from "#shared/contracts/api/responses/session-response.ts";
import type { TurnObservation } from "#shared/contracts/api/responses/turn-response.ts";
import { SessionStatus } from "#shared/contracts/session/session.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";
import { markedOrNull } from "./marked.ts";

/** What is on a leased device's screen. */
export const LeasedScreen = z.object({
  sessionId: z.string(),
  status: SessionStatus,
  deviceId: z.string().nullable(),
  app: z.string().nullable(),
  keyboardShown: z.boolean().nullable(),
  /** Why it ended or has no device, or what it waits for. */
  because: z.string().nullable(),
});
export type LeasedScreen = z.infer<typeof LeasedScreen>;

export const leasedScreen = (session: SessionResponse, seen: TurnObservation | null): LeasedScreen => ({
  sessionId: session.sessionId,
  status: session.status,
  deviceId: session.deviceId ?? null,
  app: seen?.app?.package ?? null,
  keyboardShown: seen?.keyboardShown ?? null,
  because: session.endReason ?? markedOrNull(lossOf(session) ?? session.waitingBecause),
});

/** Why it has lost its device, as long as nobody has gone on. */
const lossOf = ({ status, deviceLost }: SessionResponse): string | undefined =>
  status === "deviceLost" ? deviceLost?.reason : undefined;

/** The elements with their numbers, as Drover's own agent reads them. */
export function leasedScreenText(session: SessionResponse, seen: TurnObservation | null): readonly string[] {
  const { sessionId, status, deviceId, endReason, endDetail, waitingBecause } = session;
  const head = [
    plain([`session ${sessionId}: ${status}`, deviceId, endReason].filter(Boolean).join(", ")),
    ...[endDetail, lossOf(session), waitingBecause].flatMap((why = "") => dataLines(why, "  ")),
    ...(status === "deviceLost"
      ? ["Release it with release_device, and take another with lease_device."]
      : []),
  ];
  if (seen === null) return head;
  const { elementText = "The screen's elements are not known.", flags, limitsLeft } = seen;
  return [
    ...head,
    ...(flags.length === 0 ? [] : ["about the screen:", ...dataLines(flags.join("\n"), "  ")]),
    ...dataLines(elementText),
    `${limitsLeft.steps} steps and ${Math.round(limitsLeft.seconds)} s are left`,
  ];
}
