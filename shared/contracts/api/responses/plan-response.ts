import * as z from "zod";
import { Plan } from "../../job/plan.ts";

/** All plans of one job, in the order of their requests. */
const PublicPlan = z.object(Plan.shape).meta({ id: "Plan" });
export const PlanList = z.object({ items: z.array(PublicPlan) });
export type PlanList = z.infer<typeof PlanList>;
