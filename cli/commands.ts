import type { LazyCommand } from "./lazy-command.ts";

/** Every command, by the heading of help that lists it. */
export const commandGroups = {
  "Start here:": {
    demo: {
      description: "start a farm, run one job on a virtual phone, stop everything",
      load: async () => (await import("./commands/farm/demo.ts")).demoCommand,
    },
    init: {
      description: "write tasks, config and CI workflow here, and run one task",
      load: async () => (await import("./commands/project/init.ts")).initCommand,
    },
    up: {
      description: "start the farm on this machine and keep it running",
      load: async () => (await import("./commands/farm/up.ts")).upCommand,
    },
    run: {
      description: "run one task on one device and wait for its judged outcome",
      load: async () => (await import("./commands/jobs/run.ts")).runCommand,
    },
    batch: {
      description: "run many tasks from a file: check, run, watch, steer, compare",
      load: async () => (await import("./commands/jobs/batch.ts")).batchCommand,
    },
    open: {
      description: "open the console in a browser, or an exported job",
      load: async () => (await import("./commands/jobs/open.ts")).openCommand,
    },
    doctor: {
      description: "check this machine and the farm, and show fixes",
      load: async () => (await import("./commands/farm/doctor.ts")).doctorCommand,
    },
  },
  "A running job:": {
    answer: {
      description: "answer an agent's question, or list the open questions",
      load: async () => (await import("./commands/jobs/answer.ts")).answerCommand,
    },
    tell: {
      description: "send a message to a job's agent, read at its next step",
      load: async () => (await import("./commands/jobs/steer.ts")).tellCommand,
    },
    check: {
      description: "report your own check of the device that a job holds for it",
      load: async () => (await import("./commands/jobs/check.ts")).checkCommand,
    },
    pause: {
      description: "pause a job before it takes a device, or at its next step",
      load: async () => (await import("./commands/jobs/steer.ts")).pauseCommand,
    },
    resume: {
      description: "resume a paused job; without a job, the farm after 'stop'",
      load: async () => (await import("./commands/jobs/resume.ts")).resumeCommand,
    },
    cancel: {
      description: "cancel a job: at once, or at its next step when it runs",
      load: async () => (await import("./commands/jobs/steer.ts")).cancelCommand,
    },
  },
  "Results:": {
    jobs: {
      description: "list jobs, newest first",
      load: async () => (await import("./commands/jobs/jobs.ts")).jobsCommand,
    },
    show: {
      description: "show a job: why it ended, its steps, one screen, history",
      load: async () => (await import("./commands/results/show.ts")).showCommand,
    },
    errors: {
      description: "list error snapshots, newest first",
      load: async () => (await import("./commands/results/errors.ts")).errorsCommand,
    },
    export: {
      description: "write a job or batch as report, site, zip, video, JUnit, …",
      load: async () => (await import("./commands/results/export.ts")).exportCommand,
    },
    rerun: {
      description: "repeat a job: replay, resume, fork, script or bundle",
      load: async () => (await import("./commands/results/rerun.ts")).rerunCommand,
    },
    judge: {
      description: "judge a job or batch again, without a device",
      load: async () => (await import("./commands/results/judge.ts")).judgeCommand,
    },
    scan: {
      description: "search jobs for common failures: loops, false claims, …",
      load: async () => (await import("./commands/results/scan.ts")).scanCommand,
    },
  },
  "Devices:": {
    devices: {
      description: "list devices, look at one, quarantine it, keep snapshots",
      load: async () => (await import("./commands/farm/devices.ts")).devicesCommand,
    },
    session: {
      description: "lend a device to your own tools: start, act, look, adb, end",
      load: async () => (await import("./commands/jobs/session.ts")).sessionCommand,
    },
    pools: {
      description: "the sets of devices that hosts serve: list, create, remove",
      load: async () => (await import("./commands/farm/pools.ts")).poolsCommand,
    },
    hosts: {
      description: "list hosts; run, install and drain one beside its phones",
      load: async () => (await import("./commands/farm/hosts.ts")).hostsCommand,
    },
  },
  "Farm:": {
    login: {
      description: "sign in to a farm as a person or as a machine",
      load: async () => (await import("./commands/account/login.ts")).loginCommand,
    },
    logout: {
      description: "forget the tokens of a sign-in",
      load: async () => (await import("./commands/account/logout.ts")).logoutCommand,
    },
    whoami: {
      description: "show which farm commands use, and as whom",
      load: async () => (await import("./commands/account/whoami.ts")).whoamiCommand,
    },
    config: {
      description: "get, set and list the profiles of other farms",
      load: async () => (await import("./commands/account/config.ts")).configCommand,
    },
    deploy: {
      description: "deploy the farm to an AWS account with CDK",
      load: async () => (await import("./commands/account/deploy.ts")).deployCommand,
    },
    stop: {
      description: "stop every job of the farm, and accept no new ones",
      load: async () => (await import("./commands/jobs/steer.ts")).stopCommand,
    },
    secrets: {
      description: "set, list and remove secrets that agents type unseen",
      load: async () => (await import("./commands/farm/secrets.ts")).secretsCommand,
    },
    webhooks: {
      description: "create, list, change and test webhooks",
      load: async () => (await import("./commands/farm/webhooks.ts")).webhooksCommand,
    },
    quota: {
      description: "show the tenant's limits on jobs, and their use",
      load: async () => (await import("./commands/farm/quota.ts")).quotaCommand,
    },
    prune: {
      description: "remove ended jobs with their artifacts, by id or by age",
      load: async () => (await import("./commands/farm/prune.ts")).pruneCommand,
    },
    executions: {
      description: "list the executions of all state machines",
      load: async () => (await import("./commands/farm/executions.ts")).executionsCommand,
    },
    cloud: {
      description: "start only the stand-ins for S3, SQS, DynamoDB, Lambda, …",
      load: async () => (await import("./commands/farm/cloud.ts")).cloudCommand,
    },
    engine: {
      description: "start only the Step Functions engine, for any project",
      load: async () => (await import("./commands/farm/engine.ts")).engineCommand,
    },
    phones: {
      description: "start only virtual Android phones and their adb server",
      load: async () => (await import("./commands/farm/phones.ts")).phonesCommand,
    },
    model: {
      description: "start only the practice model, a rule-based agent",
      load: async () => (await import("./commands/farm/model.ts")).modelCommand,
    },
    simulate: {
      description: "run a whole farm with faults from a seed, on a virtual clock",
      load: async () => (await import("./commands/farm/simulate.ts")).simulateCommand,
    },
  },
  "Project:": {
    schedules: {
      description: "run a batch on a schedule and compare its runs",
      load: async () => (await import("./commands/jobs/schedules.ts")).schedulesCommand,
    },
    quarantine: {
      description: "flaky tasks that run without failing CI: add, remove, list",
      load: async () => (await import("./commands/farm/quarantine.ts")).quarantineCommand,
    },
    suite: {
      description: "run Drover's own tasks, or audit a tasks file",
      load: async () => (await import("./commands/jobs/suite.ts")).suiteCommand,
    },
    env: {
      description: "serve tasks to trainers as OpenEnv environments",
      load: async () => (await import("./env/env-command.ts")).envCommand,
    },
    recover: {
      description: "bring an app back after an exception of your own automation",
      load: async () => (await import("./commands/jobs/recover.ts")).recoverCommand,
    },
    agent: {
      description: "serve the turns of waiting jobs with an agent of your own",
      load: async () => (await import("./commands/farm/agent.ts")).agentCommands,
    },
    mcp: {
      description: "serve the farm to other agents over MCP, or install it there",
      load: async () => (await import("./commands/farm/mcp.ts")).mcpCommand,
    },
    completion: {
      description: "print the completion script for bash, zsh or fish",
      load: async () => (await import("./commands/project/completion.ts")).completionCommand,
    },
  },
} as const satisfies Record<string, Record<string, LazyCommand>>;

type Groups = typeof commandGroups;
type CommandName = { [Group in keyof Groups]: keyof Groups[Group] & string }[keyof Groups];

/** Groups that list what there is when no other of their commands is named. */
export const groupsWithList: readonly CommandName[] = [
  "devices",
  "hosts",
  "pools",
  "quarantine",
  "schedules",
  "secrets",
  "webhooks",
];

/** Verbs of earlier versions, and what each is now; the first that fits counts. They work, say so, and are in no help. */
export const oldVerbs = {
  "trace <job> why": "show <job> --why",
  "trace <job> actions": "show <job> --steps",
  "trace <job> step": "show <job> --step",
  "trace <job> tree": "show <job> --tree",
  "trace <job> screen": "show <job> --screen",
  trace: "show --brief",
  "show <job> --trajectory": "export <job> --as json",
  history: "show --history",
  trajectory: "export --as trajectory",
  recording: "export --as video",
  report: "export --as report",
  publish: "export --as site",
  "bundle verify": "rerun --as bundle --verify",
  "bundle run": "rerun --as bundle",
  bundle: "export --as bundle",
  replay: "rerun --as replay",
  fork: "rerun --as fork",
  script: "rerun --as script",
  rejudge: "judge",
  apps: "devices apps",
  snapshots: "devices snapshots",
  adb: "session adb",
  "host prepare": "hosts prepare",
  "host install": "hosts install",
  "host uninstall": "hosts uninstall",
  "host doctor": "hosts doctor",
  "host drain": "hosts drain",
  "host launched": "hosts launched",
  host: "hosts run",
} as const satisfies Readonly<Record<string, CommandName | `${CommandName} ${string}`>>;
