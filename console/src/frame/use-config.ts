import { createContext, useContext } from "react";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";

export const ConfigContext = createContext<ConsoleConfig>({ schemaVersion: 1, place: "farm", signIn: null });

/** What the page was told of the place it is in. */
export const useConfig = (): ConsoleConfig => useContext(ConfigContext);
