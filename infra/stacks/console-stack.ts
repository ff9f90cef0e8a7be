import { existsSync } from "node:fs";
import { Stack, type StackProps } from "aws-cdk-lib";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { consoleCaching } from "#shared/http/console-headers.ts";
import { consoleDirectory } from "#shared/project-files.ts";
import { acknowledgeCopying } from "../console-acknowledgements.ts";
import type { Identity } from "../identity.ts";
import type { Settings } from "../settings.ts";
import type { AddressStack } from "./address-stack.ts";

interface ConsoleStackProps extends StackProps {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly address: AddressStack;
}

/** The console's page, put behind the deployment's address, and told where people sign in. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { settings, identity, address, ...props }: ConsoleStackProps) {
    super(scope, id, props);
    if (!existsSync(consoleDirectory)) {
      throw new Error("The console is not built. Build it with: npm run build:console");
    }
    const config: ConsoleConfig = { schemaVersion: 1, place: settings.stage, signIn: identity.signIn };
    // What never changes first, then the page that names it, so that nobody is sent to a file that is not there yet.
    const assets = new BucketDeployment(this, "Assets", {
      destinationBucket: address.pageFiles,
      sources: [Source.asset(consoleDirectory)],
      exclude: ["*"],
      include: ["assets/*"],
      prune: false,
      cacheControl: [CacheControl.fromString(consoleCaching("/assets/"))],
    });
    const page = new BucketDeployment(this, "Page", {
      destinationBucket: address.pageFiles,
      sources: [Source.asset(consoleDirectory), Source.jsonData("console-config.json", config)],
      exclude: ["assets/*"],
      prune: false,
      cacheControl: [CacheControl.fromString(consoleCaching("/"))],
    });
    page.node.addDependency(assets);
    acknowledgeCopying(this, settings.stage);
  }
}
