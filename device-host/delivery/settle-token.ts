import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import type { HostMetrics } from "../host-metrics.ts";
import type { CommandEnd } from "./command-end.ts";
import type { TaskTokens, TokenAnswer } from "./task-token.ts";

interface Settling {
  readonly tokens: TaskTokens;
  readonly clock: HostClock;
  readonly logger: HostLogger;
  readonly metrics: HostMetrics;
}

const tries = 5;
const firstPauseMilliseconds = 200;

/**
 * Answers the token, with patience for a Step Functions that is out of reach. When it stays so, the message comes again
 * and the journal answers. Throws StorageUnavailable then.
 */
export async function settleToken(
  taskToken: string,
  end: CommandEnd,
  { tokens, clock, logger, metrics }: Settling,
): Promise<TokenAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await tokens.answer(taskToken, end);
      metrics.count("drover_token_answers_total", { result: answer });
      return answer;
    } catch (error) {
      if (attempt === tries) throw error;
      logger.warn("task token not completed yet", { attempt, error: String(error) });
      await clock.wait(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }
}
