interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([-+0-9.eE]+|NaN|[-+]Inf)$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Prometheus' text, read as strictly as its format is written: HELP and TYPE before samples, each family once, no line that is none.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function readPrometheusText(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      if (families.has(name)) throw new Error(`${name} comes twice`);
      families.set(name, { type: "", help: rest, samples: [] });
    } else if (kind === "TYPE") {
      const family = families.get(name);
      if (family === undefined || family.samples.length > 0)
        throw new Error(`TYPE of ${name} is out of place`);
      family.type = rest;
    } else if (!line.startsWith("#")) {
      const sample = readSample(line);
      const family = families.get(sample.name);
      if (family === undefined || family.type === "") throw new Error(`${sample.name} has no TYPE`);
      family.samples.push(sample);
    }
  }
  return families;
}

function readSample(line: string): Sample {
  const [whole, name = "", labels = "", value = ""] = sampleLine.exec(line) ?? [];
  if (whole === undefined) throw new Error(`no sample: ${line}`);
  const pairs: [string, string][] = [];
  labelPair.lastIndex = 0;
  for (let at = 0; at < labels.length; at = labelPair.lastIndex) {
    const [, key = "", text = ""] = labelPair.exec(labels) ?? [];
    if (key === "") throw new Error(`no labels: ${line}`);
    pairs.push([key, text]);
  }
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
