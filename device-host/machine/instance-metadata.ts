import type { HostClock } from "../host-clock.ts";

/** Where EC2 tells a machine about itself. */
const usualAddress = "http://169.254.169.254";
const tokenSeconds = 21_600;
const deadlineMilliseconds = 2_000;

/** What EC2 says of the machine that this process runs on, by sessions alone (IMDSv2). */
export class InstanceMetadata {
  readonly #address: string;
  readonly #clock: Pick<HostClock, "monotonic">;
  #token = "";
  #tokenUntil = Number.NEGATIVE_INFINITY;

  /** `address`: as AWS_EC2_METADATA_SERVICE_ENDPOINT has it; absent: EC2's own. */
  constructor(clock: Pick<HostClock, "monotonic">, address: string = usualAddress) {
    this.#clock = clock;
    this.#address = address.replace(/\/$/, "");
  }

  /** Below `latest/meta-data/`. Null: it says nothing of that. @throws Error when it does not answer */
  async read(path: string): Promise<string | null> {
    const now = this.#clock.monotonic();
    if (now >= this.#tokenUntil) {
      this.#token = await this.#newToken();
      this.#tokenUntil = now + (tokenSeconds - 60) * 1_000;
    }
    const response = await this.#fetch(`meta-data/${path}`, "GET", {
      "x-aws-ec2-metadata-token": this.#token,
    });
    if (response.status === 404) return null;
    // The next call begins with another session.
    if (response.status === 401) this.#tokenUntil = Number.NEGATIVE_INFINITY;
    if (!response.ok) throw new Error(`the instance's metadata responded with ${response.status} to ${path}`);
    return (await response.text()).trim();
  }

  async #newToken(): Promise<string> {
    const lifetime = { "x-aws-ec2-metadata-token-ttl-seconds": String(tokenSeconds) };
    const response = await this.#fetch("api/token", "PUT", lifetime);
    if (!response.ok) throw new Error(`the instance's metadata returned no session: ${response.status}`);
    return response.text();
  }

  #fetch(path: string, method: string, headers: Record<string, string>): Promise<Response> {
    const signal = AbortSignal.timeout(deadlineMilliseconds);
    return fetch(`${this.#address}/latest/${path}`, { method, headers, signal, redirect: "error" });
  }
}
