import * as z from "zod";

/** Android's name of an app. */
export const PackageName = z
  .string()
  .max(223)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/,
    "must be an Android package name such as com.android.settings",
  );
