import type { Step } from "#shared/contracts/job/step.ts";
import type { ChainAgent } from "#shared/extensions/chain-agent.ts";
import { type Preprocessed, preprocess, validate } from "../extensions/chain.ts";
import { noUsage } from "../model-calls/usage.ts";
import { withDetails } from "../model-calls/with-details.ts";
import type { Prediction } from "../predict/predict.ts";

type Turn = Parameters<typeof preprocess>[1];
type Choosing = Parameters<typeof preprocess>[2];

interface Chosen {
  readonly prediction: Prediction;
  readonly chain?: Step["chain"];
}

/**
 * The turn's choice with the config's chain around the model: an agent before it may choose itself, one after it may choose
 * otherwise. `ask` is given what they noted and the elements as they changed them.
 * @throws ExtensionFailed, and what `ask` throws
 */
export async function withChain(
  chain: readonly ChainAgent[],
  turn: Turn,
  choosing: Choosing,
  ask: (seen: Pick<Preprocessed, "notes" | "tree">) => Promise<Prediction>,
): Promise<Chosen> {
  if (chain.length === 0) return { prediction: await ask({ notes: [], tree: turn.tree }) };
  const { notes, tree, chosen } = await preprocess(chain, turn, choosing);
  const prediction = chosen === undefined ? await ask({ notes, tree }) : ownChoice(chosen.by, chosen.actions);
  const { thinking } = prediction;
  const { actions, overriddenBy = chosen?.by } = await validate(
    chain,
    { ...turn, tree, thinking },
    prediction.actions,
    { ...choosing, resolve: { ...choosing.resolve, tree } },
  ).catch((error: unknown) => {
    // The model's call was made and costs, whatever an agent after it does.
    throw withDetails(error, { usage: prediction.usage });
  });
  const who = overriddenBy === undefined ? {} : { overriddenBy };
  return { prediction: { ...prediction, actions }, chain: { notes: [...notes], ...who } };
}

/** No model was asked. */
const ownChoice = (by: string, actions: Prediction["actions"]): Prediction => ({
  model: `chain:${by}`,
  thinking: "",
  actions,
  usage: noUsage,
  repairs: 0,
  inferenceMilliseconds: 0,
});
