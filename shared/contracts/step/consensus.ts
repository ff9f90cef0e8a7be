import * as z from "zod";

/**
 * How agents of the config's chain that disagree with the choice are settled (docs/spec.md I9.3). `lastOverride`: the last that
 * objects decides, and each sees what the one before it chose; `majority`: each is asked about the choice itself, and most votes
 * count; `veto`: the first that objects decides.
 */
export const Consensus = z.enum(["lastOverride", "majority", "veto"]);
export type Consensus = z.infer<typeof Consensus>;

/** What one of them was for, in words. */
export const ChainProposal = z
  .strictObject({
    /** The model, or whoever chose first, or an agent of the chain. */
    by: z.string().max(120),
    says: z.string().max(300),
    kind: z.enum(["choice", "agrees", "override", "veto"]),
  })
  .meta({ id: "ChainProposal" });
export type ChainProposal = z.infer<typeof ChainProposal>;
