import * as z from "zod";
import { SessionRequestBody } from "#shared/contracts/api/responses/session-response.ts";
import { ActionKind, PolicyBounds } from "#shared/contracts/job/policy.ts";
import { isSettled } from "#shared/contracts/session/session.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { LeasedScreen, leasedScreen, leasedScreenText } from "../leased-screen.ts";
import { markedOrNull } from "../marked.ts";
import { defineMcpTool, type McpCall, policyWithin } from "../mcp-tool.ts";
import { WaitSeconds } from "../wait-seconds.ts";

/** What the API waits for in one call. */
const lookSeconds = 20;

/** Its whole schema would cost every conversation 5 kB; an error names the wrong field. */
const PolicyInWords = z
  .record(z.string(), z.unknown())
  .describe(
    `What may be done on it; absent: the farm's rules, which deny calls and text messages. All parts are optional: {"packages": {"allow": ["com.example.*"], "deny": []}, "urls": {"hosts": {"allow": ["example.com"], "deny": []}}, "actions": {"allow": [], "deny": ["${ActionKind.options.join('", "')}"]}, "permissions": "deny|allow|ask-model", "appErrors": "recover|ask-model|end-job"}`,
  )
  .pipe(PolicyBounds);

export const leaseDeviceTool = defineMcpTool({
  title: "Lease a device",
  description:
    "Take one Android device to drive yourself, cleaned before and after: then observe_device and act_on_device, and release_device when you are done. A device that you forget is taken back: after idleSeconds without a call, after hardSeconds in any case, and when this connection ends. If it still waits for a device when the wait is over, observe_device goes on.",
  effect: "adds",
  input: z.strictObject({
    pool: z.string().max(100).optional().describe("Of which pool's devices; absent: the farm's usual."),
    idleSeconds: SessionRequestBody.shape.idleTimeoutSeconds,
    hardSeconds: SessionRequestBody.shape.hardTimeoutSeconds,
    policy: PolicyInWords.prefault({}),
    waitSeconds: WaitSeconds,
  }),
  output: LeasedScreen,
  async run({ pool, idleSeconds, hardSeconds, policy, waitSeconds }, call) {
    const { api, signal, leases } = call;
    const { sessionId } = await api.createSession({
      body: {
        idleTimeoutSeconds: idleSeconds,
        hardTimeoutSeconds: hardSeconds,
        labels: { client: "mcp" },
        ...policyWithin(call, policy),
        ...(pool === undefined ? {} : { pool }),
      },
      signal,
    });
    leases.add(sessionId);
    const session = await readySession(sessionId, waitSeconds, call);
    if (session.status === "ended") {
      leases.delete(sessionId);
      throw new CommandFailure(
        exitCodes.error,
        `No device was leased: ${session.endReason}. ${session.endDetail ?? ""}`,
        ["list with what: 'devices' shows which there are."],
      );
    }
    const { observation } =
      session.status === "ready"
        ? await api.observeSession({ id: sessionId, query: { wait: lookSeconds }, signal })
        : { observation: null };
    return { text: leasedScreenText(session, observation), data: leasedScreen(session, observation) };
  },
});

/** The session when it has its device or has ended, or when the time is over. */
async function readySession(id: string, seconds: number, { api, signal, progress }: McpCall) {
  const until = Date.now() + seconds * 1_000;
  for (let looked = 1; ; looked += 1) {
    const left = Math.min(lookSeconds, Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    const session = await api.readSession({ id, query: { wait: left }, signal });
    if (isSettled(session.status) || left === 0) return session;
    progress(
      looked,
      markedOrNull(session.waitingBecause) ?? `waits for a device, ${session.place ?? 0} before it`,
    );
  }
}
