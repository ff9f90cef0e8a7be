import * as z from "zod";

/** Anything that JSON can say. One schema for all, so that the API's document has one name for it. */
export const JsonValue = z.json().register(z.globalRegistry, { id: "JsonValue" });
