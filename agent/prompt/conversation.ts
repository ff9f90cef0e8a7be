import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { mayFallBack, turnsForAnother, withFallbackFailure } from "../model-calls/fall-back.ts";
import type { RoleModel, ServedModel } from "../model-calls/role-model.ts";
import { addUsage, noUsage, untoldCall } from "../model-calls/usage.ts";
import type { ModelMessage, ModelReply } from "../models/model-provider.ts";
import type { Prompt } from "./prompt-input.ts";

/** PredictAction's state times out after 180 s; every call of a turn must end before that. */
const longestTurnSeconds = 165;

interface ConversationOptions {
  readonly asked: RoleModel;
  readonly prompt: Pick<Prompt, "system" | "messages"> & Partial<Prompt>;
  /** Milliseconds. */
  readonly now: () => number;
  /** When the turn began, if that was before; a time that `now` told. */
  readonly startedAt?: number;
  /** Called when another model takes over. */
  readonly onFallBack: (from: string, to: string, why: string) => void;
}

/** One model call after the other for one turn, and what they cost so far. */
export class Conversation {
  usage: ModelUsage = noUsage;
  private served: ServedModel;
  private readonly options: ConversationOptions;
  private readonly startedAt: number;

  constructor(options: ConversationOptions) {
    this.options = options;
    this.served = options.asked;
    this.startedAt = options.startedAt ?? options.now();
  }

  /** The one that answers. */
  get model(): string {
    return this.served.model;
  }

  /** The one that was to answer; undefined while it does. */
  get fallbackFrom(): string | undefined {
    return this.served === this.options.asked ? undefined : this.options.asked.model;
  }

  get milliseconds(): number {
    return this.options.now() - this.startedAt;
  }

  /** From a model that will not serve the turn goes over to its fallback, and stays there. */
  async ask(repairTurns: readonly ModelMessage[]): Promise<ModelReply> {
    const { fallback } = this.options.asked;
    if (fallback === undefined || this.served === fallback) return this.call(repairTurns);
    let refused: ModelReply | undefined;
    let failed: DroverError | undefined;
    try {
      const reply = await this.call(repairTurns);
      if (reply.stop !== "refusal") return reply;
      refused = reply;
    } catch (error) {
      if (!mayFallBack(error)) throw error;
      failed = error;
    }
    const first = this.served;
    this.options.onFallBack(first.model, fallback.model, failed?.code ?? "ModelRefused");
    this.served = fallback;
    try {
      return await this.call(turnsForAnother(repairTurns));
    } catch (error) {
      this.served = first;
      if (refused !== undefined) return refused;
      throw failed === undefined ? error : withFallbackFailure(failed, fallback.model, error);
    }
  }

  private async call(repairTurns: readonly ModelMessage[]): Promise<ModelReply> {
    const { asked, prompt } = this.options;
    const { maxTokens: maxOutputTokens, effort, temperature, timeoutSeconds } = asked.settings;
    const left = longestTurnSeconds - this.milliseconds / 1_000;
    const messages = [...prompt.messages, ...repairTurns];
    const request = { ...prompt, messages, model: this.model, maxOutputTokens, effort, temperature };
    try {
      const reply = await this.served.client.complete(request, Math.max(Math.min(timeoutSeconds, left), 1));
      this.usage = addUsage(this.usage, reply.usage);
      return reply;
    } catch (error) {
      const made = !(error instanceof DroverError && error.code === "BudgetExhausted");
      if (made) this.usage = addUsage(this.usage, untoldCall);
      throw error;
    }
  }
}
