import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { mayFallBack, turnsForAnother, withFallbackFailure } from "../model-calls/fall-back.ts";
import type { RoleModel, ServedModel } from "../model-calls/role-model.ts";
import { addUsage, noUsage, untoldCall } from "../model-calls/usage.ts";
import { findModel } from "../models/find-model.ts";
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
  /** A reply was cut at its limit of tokens, and asked for again with twice as many. */
  wasCut = false;
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

  /** Another model that has not been asked yet. */
  get another(): ServedModel | undefined {
    const { fallback } = this.options.asked;
    return this.served === fallback ? undefined : fallback;
  }

  /** The rest of the turn is the other model's, for that reason. */
  goOver(to: ServedModel, why: string): void {
    this.options.onFallBack(this.served.model, to.model, why);
    this.served = to;
  }

  /** From a model that will not serve the turn goes over to its fallback, and stays there. */
  async ask(repairTurns: readonly ModelMessage[]): Promise<ModelReply> {
    const { another } = this;
    if (another === undefined) return this.call(repairTurns);
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
    this.goOver(another, failed?.code ?? "ModelRefused");
    try {
      return await this.call(turnsForAnother(repairTurns));
    } catch (error) {
      this.served = first;
      if (refused !== undefined) return refused;
      throw failed === undefined ? error : withFallbackFailure(failed, another.model, error);
    }
  }

  /** A reply that was cut is asked for again, with room for twice as much. */
  private async call(repairTurns: readonly ModelMessage[]): Promise<ModelReply> {
    const { maxTokens } = this.options.asked.settings;
    const most = Math.min(maxTokens * 2, findModel(this.model)?.maxOutputTokens ?? maxTokens * 2);
    const reply = await this.callOnce(repairTurns, this.wasCut ? most : maxTokens);
    if (reply.stop !== "length" || this.wasCut || most <= maxTokens) return reply;
    this.wasCut = true;
    return this.callOnce(repairTurns, most);
  }

  private async callOnce(repairTurns: readonly ModelMessage[], maxOutputTokens: number): Promise<ModelReply> {
    const { asked, prompt } = this.options;
    const { effort, temperature, timeoutSeconds } = asked.settings;
    const left = longestTurnSeconds - this.milliseconds / 1_000;
    const messages = withTurns(prompt.messages, repairTurns);
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

/** A turn of the user that follows one of his is a part of it: not every template takes two in a row. */
function withTurns(
  messages: readonly ModelMessage[],
  turns: readonly ModelMessage[],
): readonly ModelMessage[] {
  const [last, [first, ...rest]] = [messages.at(-1), turns];
  if (last?.role !== "user" || first?.role !== "user") return [...messages, ...turns];
  return [...messages.slice(0, -1), { role: "user", parts: [...last.parts, ...first.parts] }, ...rest];
}
