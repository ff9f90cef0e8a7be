import * as z from "zod";
import type { SessionResponse } from "#shared/contracts/api/session-response.ts";
import type { TurnObservation } from "#shared/contracts/api/turn-response.ts";
import { plain } from "#shared/domain/plain-text.ts";
import { dataLines } from "#shared/domain/trace/data-lines.ts";
import { markedOrNull } from "./marked.ts";

/** What is on a leased device's screen. */
export const LeasedScreen = z.object({
  sessionId: z.string(),
  status: z.enum(["waiting", "busy", "ready", "ended"]),
  deviceId: z.string().nullable(),
  app: z.string().nullable(),
  keyboardShown: z.boolean().nullable(),
  /** Why it ended, or what it waits for. */
  because: z.string().nullable(),
});
export type LeasedScreen = z.infer<typeof LeasedScreen>;

export const leasedScreen = (session: SessionResponse, seen: TurnObservation | null): LeasedScreen => ({
  sessionId: session.sessionId,
  status: session.status,
  deviceId: session.deviceId ?? null,
  app: seen?.app?.package ?? null,
  keyboardShown: seen?.keyboardShown ?? null,
  because: session.endReason ?? markedOrNull(session.waitingBecause),
});

/** The elements with their numbers, as Drover's own agent reads them. */
export function leasedScreenText(session: SessionResponse, seen: TurnObservation | null): readonly string[] {
  const { sessionId, status, deviceId, endReason, endDetail, waitingBecause } = session;
  const head = [
    plain([`session ${sessionId}: ${status}`, deviceId, endReason].filter(Boolean).join(", ")),
    ...[endDetail, waitingBecause].flatMap((why = "") => dataLines(why, "  ")),
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
