import { actionWords } from "#shared/actions/action-words.ts";
import type { Consensus } from "#shared/contracts/step/consensus.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ChainAgent } from "#shared/extensions/chain-agent.ts";
import { displayText } from "#shared/text/display-text.ts";
import { defined } from "#shared/values/defined.ts";
import { type Preprocessed, preprocess, validate } from "../extensions/chain.ts";
import { proposalsOf, settle } from "../extensions/consensus.ts";
import { noUsage } from "../model-calls/usage.ts";
import { withDetails } from "../model-calls/with-details.ts";
import type { Prediction } from "../predict/predict.ts";

type Turn = Parameters<typeof preprocess>[1];
type Choosing = Parameters<typeof preprocess>[2] & {
  /** The job's own; absent: the last override counts. */
  readonly rule: Consensus | undefined;
};

interface Chosen {
  readonly prediction: Prediction;
  readonly chain?: Step["chain"];
}

/**
 * The turn's choice with the config's chain around the model: an agent before it may choose itself, those after it may choose
 * otherwise, or nothing, by the job's rule. `ask` is given what they noted and the elements as they changed them.
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
  const { thinking, actions, usage } = prediction;
  const { rule = "lastOverride" } = choosing;
  const votes = await validate(chain, { ...turn, tree, thinking }, actions, {
    ...choosing,
    resolve: { ...choosing.resolve, tree },
    rule,
  }).catch((error: unknown) => {
    // The model's call was made and costs, whatever an agent after it does.
    throw withDetails(error, { usage });
  });
  const settled = settle(rule, votes, actions);
  const overriddenBy = settled.kind === "override" ? settled.by : chosen?.by;
  const proposals = proposalsOf({ by: prediction.model, actions }, votes, inWords);
  return {
    prediction: settled.kind === "override" ? { ...prediction, actions: settled.actions } : prediction,
    chain: {
      notes: [...notes],
      ...defined({ overriddenBy, vetoedBy: settled.kind === "veto" ? settled.by : undefined }),
      ...(votes.length === 0 ? {} : { rule, proposals }),
    },
  };
}

const inWords = (actions: Prediction["actions"]): string =>
  displayText(actions.map(({ action, element }) => actionWords(action, element)).join(", then "), 300);

/** No model was asked. */
const ownChoice = (by: string, actions: Prediction["actions"]): Prediction => ({
  model: `chain:${by}`,
  thinking: "",
  actions,
  usage: noUsage,
  repairs: 0,
  inferenceMilliseconds: 0,
});
