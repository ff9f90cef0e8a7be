import * as z from "zod";
import { ErrorSnapshot } from "../../step/error-snapshot.ts";
import { pageOf } from "../../values/page.ts";
import { Links } from "./links.ts";

export const ErrorResponse = z.object({ ...ErrorSnapshot.shape, links: Links });
export type ErrorResponse = z.infer<typeof ErrorResponse>;

export const ErrorPage = pageOf(ErrorResponse);
