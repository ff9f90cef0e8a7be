import type * as z from "zod";
import { DeviceChanges } from "#shared/contracts/judging/device-changes.ts";
import {
  JudgeAnswer,
  PerformAnswer,
  ReleaseAnswer,
  SetUpAnswer,
  SplitScreenAnswer,
} from "#shared/contracts/workflow/host-answer.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import type { CommandContext } from "./command-context.ts";
import { compare } from "./compare.ts";
import { judge } from "./judge.ts";
import { perform } from "./perform.ts";
import { release } from "./release.ts";
import { setUp } from "./set-up.ts";
import { splitScreen } from "./split-screen.ts";

/** What a host does for one kind of command, and what it answers. */
export interface CommandDefinition<Kind extends LeasedCommand["kind"]> {
  readonly answer: z.ZodType;
  run(context: CommandContext<Kind>): Promise<unknown>;
}

export const commandDefinitions: {
  readonly [Kind in LeasedCommand["kind"]]: CommandDefinition<Kind>;
} = {
  setUp: { answer: SetUpAnswer, run: setUp },
  perform: { answer: PerformAnswer, run: perform },
  splitScreen: { answer: SplitScreenAnswer, run: splitScreen },
  compare: { answer: DeviceChanges, run: compare },
  judge: { answer: JudgeAnswer, run: judge },
  release: { answer: ReleaseAnswer, run: release },
};
