import { createContext, useContext } from "react";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";

export const ConfigContext = createContext<ConsoleConfig>({ schemaVersion: 1, place: "farm", signIn: null });

/** The configuration of the page's farm. */
export const useConfig = (): ConsoleConfig => useContext(ConfigContext);
