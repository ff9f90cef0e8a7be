import type { Command } from "commander";

export interface LazyCommand {
  readonly description: string;
  /** Imports the module when the command is meant: a list of jobs need not wait for canvases and cloud servers. */
  readonly load: () => Promise<(command: Command) => Command>;
}

/** Every command by the heading that help prints it under. */
export const commandGroups = {
  "Jobs:": {
    run: {
      description: "run one task on one device and wait for its judged outcome",
      load: async () => (await import("./commands/jobs/run.ts")).runCommand,
    },
    recover: {
      description: "bring an app back after an exception of your own automation, on its device or as a plan",
      load: async () => (await import("./commands/jobs/recover.ts")).recoverCommand,
    },
    batch: {
      description: "run thousands of tasks from a file at once: check, run, watch, steer, compare",
      load: async () => (await import("./commands/jobs/batch.ts")).batchCommand,
    },
    schedules: {
      description: "run a batch by a schedule, and say what each run changed: create, runs, diff, pause",
      load: async () => (await import("./commands/jobs/schedules.ts")).schedulesCommand,
    },
    history: {
      description: "what tasks came to over time: outcomes, how often they flip, durations, cost",
      load: async () => (await import("./commands/results/history.ts")).historyCommand,
    },
    quarantine: {
      description: "tasks that are known to be flaky, which run and fail no CI: add, remove, list",
      load: async () => (await import("./commands/farm/quarantine.ts")).quarantineCommand,
    },
    suite: {
      description: "run Drover's own tasks, or audit a tasks file: run, audit",
      load: async () => (await import("./commands/jobs/suite.ts")).suiteCommand,
    },
    jobs: {
      description: "list jobs, newest first",
      load: async () => (await import("./commands/jobs/jobs.ts")).jobsCommand,
    },
    show: {
      description: "show a job: its judgement, its steps and its errors",
      load: async () => (await import("./commands/jobs/show.ts")).showCommand,
    },
    trace: {
      description: "what a job did and why it ended so, short and plain, for coding agents and scripts",
      load: async () => (await import("./commands/results/trace.ts")).traceCommand,
    },
    judge: {
      description: "judge a job again without its device, by what was kept, by its own checks or others",
      load: async () => (await import("./commands/results/judge.ts")).judgeCommand,
    },
    trajectory: {
      description:
        "print or write all an ended job saw, thought and did, as JSON that can be resumed elsewhere",
      load: async () => (await import("./commands/results/trajectory.ts")).trajectoryCommand,
    },
    recording: {
      description: "save the video of a job's screen, with captions and chapters by step",
      load: async () => (await import("./commands/results/recording.ts")).recordingCommand,
    },
    export: {
      description: "write a job or batch as zip, ATIF, training rows, Markdown, GIF, JUnit, CSV or others",
      load: async () => (await import("./commands/results/export.ts")).exportCommand,
    },
    bundle: {
      description: "write a job or batch as a zip that repeats it elsewhere: verify, run",
      load: async () => (await import("./commands/jobs/bundle.ts")).bundleCommand,
    },
    report: {
      description: "write a job or batch as one page that opens without a farm, with its pictures in it",
      load: async () => (await import("./commands/results/report.ts")).reportCommand,
    },
    publish: {
      description: "write batches as a site of pages for any web server, or to be opened from disk",
      load: async () => (await import("./commands/results/publish.ts")).publishCommand,
    },
    rejudge: {
      description: "judge a batch's jobs again without devices, by corrected checks, and say what changes",
      load: async () => (await import("./commands/results/rejudge.ts")).rejudgeCommand,
    },
    scan: {
      description: "look through stored jobs for what often goes wrong: loops, refusals, false claims",
      load: async () => (await import("./commands/results/scan.ts")).scanCommand,
    },
    replay: {
      description: "do an ended job's steps again without a model, and say where they first go another way",
      load: async () => (await import("./commands/jobs/replay.ts")).replayCommand,
    },
    fork: {
      description:
        "do an ended job's steps again up to one of them, and go on from there with this or another model",
      load: async () => (await import("./commands/jobs/fork.ts")).forkCommand,
    },
    script: {
      description: "write an ended job as a script that runs without a model and that a person can change",
      load: async () => (await import("./commands/jobs/script.ts")).scriptCommand,
    },
    errors: {
      description: "list error snapshots, newest first: what failed, what was tried, what was on the screen",
      load: async () => (await import("./commands/results/errors.ts")).errorsCommand,
    },
    agent: {
      description: "take the turns of waiting jobs with an agent of your own: serve",
      load: async () => (await import("./commands/farm/agent.ts")).agentCommands,
    },
    mcp: {
      description: "the farm for agents of others, as an MCP server: tasks, batches, devices; install",
      load: async () => (await import("./commands/farm/mcp.ts")).mcpCommand,
    },
    session: {
      description: "lend a device to your own tools: start, act, do, look, copy, install, end",
      load: async () => (await import("./commands/jobs/session.ts")).sessionCommand,
    },
    adb: {
      description: "open a local adb port to a session's device, and to it alone",
      load: async () => (await import("./commands/farm/adb.ts")).adbCommand,
    },
    secrets: {
      description: "keep what agents type without seeing it, bound to apps: set, list, remove",
      load: async () => (await import("./commands/farm/secrets.ts")).secretsCommand,
    },
    webhooks: {
      description:
        "have addresses told of what happens: create, list, show, change, test, deliveries and more",
      load: async () => (await import("./commands/farm/webhooks.ts")).webhooksCommand,
    },
    answer: {
      description: "answer what an agent asks; without a job, list what waits for an answer",
      load: async () => (await import("./commands/jobs/answer.ts")).answerCommand,
    },
    pause: {
      description: "pause a job: before it takes a device, or at its next step",
      load: async () => (await import("./commands/jobs/pause.ts")).pauseCommand,
    },
    tell: {
      description: "tell a running or paused job's agent something: it has it with its next step",
      load: async () => (await import("./commands/jobs/tell.ts")).tellCommand,
    },
    check: {
      description: "say what your own check found on the device that a job holds for it",
      load: async () => (await import("./commands/jobs/check.ts")).checkCommand,
    },
    cancel: {
      description: "cancel a job: at once when it waits, at its next step when it runs",
      load: async () => (await import("./commands/jobs/cancel.ts")).cancelCommand,
    },
    prune: {
      description:
        "remove ended jobs for good, with all their artifacts: those named, or all older than some days",
      load: async () => (await import("./commands/farm/prune.ts")).pruneCommand,
    },
    stop: {
      description: "stop every job of the farm, and take no new ones until resumed",
      load: async () => (await import("./commands/jobs/stop.ts")).stopCommand,
    },
    resume: {
      description:
        "let a paused job go on, or go on from an ended or exported one; without a job, take jobs again after 'drover stop --all'",
      load: async () => (await import("./commands/jobs/resume.ts")).resumeCommand,
    },
  },
  "The farm on this machine:": {
    up: {
      description: "start the farm on this machine and keep it running; its state survives a restart",
      load: async () => (await import("./commands/farm/up.ts")).upCommand,
    },
    demo: {
      description: "start a farm, run one job on a virtual phone, judge it, stop everything",
      load: async () => (await import("./commands/farm/demo.ts")).demoCommand,
    },
    open: {
      description:
        "open the console in a browser, signed in, or a job that was exported; without a browser, print its address",
      load: async () => (await import("./commands/jobs/open.ts")).openCommand,
    },
    snapshots: {
      description: "keep whole devices and bring them back: list, save, restore, fork, delete",
      load: async () => (await import("./commands/jobs/snapshots.ts")).snapshotsCommand,
    },
    pools: {
      description: "make and remove pools, the sets of devices that hosts serve: create, list, show, remove",
      load: async () => (await import("./commands/farm/pools.ts")).poolsCommand,
    },
    devices: {
      description: "list the farm's devices and what they are doing; quarantine or release one",
      load: async () => (await import("./commands/farm/devices.ts")).devicesCommand,
    },
    quota: {
      description: "how many jobs the tenant may have waiting, running and submitted in a minute, and has",
      load: async () => (await import("./commands/farm/quota.ts")).quotaCommand,
    },
    apps: {
      description:
        "list the apps of a device by label, package and version, and what they are for where that is known",
      load: async () => (await import("./commands/jobs/apps.ts")).appsCommand,
    },
    doctor: {
      description: "check this machine and the farm, and say what to do about what is wrong",
      load: async () => (await import("./commands/farm/doctor.ts")).doctorCommand,
    },
    executions: {
      description: "list executions of all state machines, newest first",
      load: async () => (await import("./commands/farm/executions.ts")).executionsCommand,
    },
  },
  "A farm elsewhere:": {
    login: {
      description:
        "sign in to a farm, as a person in a browser or by a code, or as a machine with its secret",
      load: async () => (await import("./commands/account/login.ts")).loginCommand,
    },
    logout: {
      description: "forget the tokens of a sign-in, and end it at the issuer where that is possible",
      load: async () => (await import("./commands/account/logout.ts")).logoutCommand,
    },
    whoami: {
      description: "say which farm commands ask, and for whom and what its token is good",
      load: async () => (await import("./commands/account/whoami.ts")).whoamiCommand,
    },
    config: {
      description: "what is kept of farms elsewhere: get, set, list, path",
      load: async () => (await import("./commands/account/config.ts")).configCommand,
    },
  },
  "In an AWS account:": {
    deploy: {
      description: "deploy the same farm to an AWS account with CDK, which is installed beside drover",
      load: async () => (await import("./commands/account/deploy.ts")).deployCommand,
    },
  },
  "Its parts by themselves:": {
    cloud: {
      description:
        "start the cloud stand-ins alone: S3, SQS, DynamoDB, Step Functions, Lambda and API Gateway on loopback",
      load: async () => (await import("./commands/farm/cloud.ts")).cloudCommand,
    },
    engine: {
      description:
        "the Step Functions engine alone: JSONata state machines for any project's @aws-sdk/client-sfn",
      load: async () => (await import("./commands/farm/engine.ts")).engineCommand,
    },
    phones: {
      description: "virtual Android phones behind an adb server of their own",
      load: async () => (await import("./commands/farm/phones.ts")).phonesCommand,
    },
    model: {
      description: "the practice model: a rule-based agent behind Anthropic's Messages API",
      load: async () => (await import("./commands/farm/model.ts")).modelCommand,
    },
    host: {
      description:
        "the daemon beside the phones: takes jobs, executes their commands (AWS_* variables say where the cloud is)",
      load: async () => (await import("./commands/farm/host.ts")).hostCommand,
    },
  },
} as const satisfies Record<string, Record<string, LazyCommand>>;
