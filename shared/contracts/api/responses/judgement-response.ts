import * as z from "zod";
import { Rejudgement } from "../../judging/judging.ts";

/** A verdict that was given again, as its tenant sees it; fields that it does not know are left out. */
export const PublicJudgement = z.object(Rejudgement.shape).meta({ id: "PublicJudgement" });
