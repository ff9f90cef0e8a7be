/** What another agent for phones sends with each step before any screen: its fixed text, counted in characters where it is published. */
interface OtherPrompt {
  readonly agent: string;
  /** Repository, file and commit. */
  readonly sources: readonly { readonly file: string; readonly characters: number }[];
  readonly note: string;
}

/** Whole files, templates as they stand; screens, pictures, history and schemas of tools come on top of all of them. */
export const otherPrompts: readonly OtherPrompt[] = [
  {
    agent: "droidrun",
    sources: [
      {
        file: "droidrun/droidrun droidrun/config/prompts/manager/system.jinja2 @23e207f5",
        characters: 9_640,
      },
      {
        file: "droidrun/droidrun droidrun/config/prompts/executor/system.jinja2 @23e207f5",
        characters: 5_948,
      },
    ],
    note: "two calls a step",
  },
  {
    agent: "mobile-use",
    sources: [
      {
        file: "minitap-ai/mobile-use minitap/mobile_use/agents/cortex/cortex.md @917f7b7e",
        characters: 6_029,
      },
      {
        file: "minitap-ai/mobile-use minitap/mobile_use/agents/executor/executor.md @4f8c1042",
        characters: 1_235,
      },
    ],
    note: "two calls a step; its planner, asked at the beginning, has 4,599 characters more",
  },
  {
    agent: "Open-AutoGLM",
    sources: [{ file: "zai-org/Open-AutoGLM phone_agent/config/prompts_en.py @61ac5e56", characters: 2_654 }],
    note: "a model trained for it, which sees pictures alone; the file with its few lines of code",
  },
];
