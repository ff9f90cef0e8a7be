import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
import { type SignatureFault, type SignatureRules, verifySignature } from "./verify-signature.ts";

/**
 * Puts the check of signatures before a service. It is at the socket: a call inside this process, which no stranger
 * can make, goes to the service itself and is not signed at all.
 */
export const requireSignature =
  (
    rules: SignatureRules,
    refuse: (fault: SignatureFault, request: WireRequest) => WireResponse,
    service: WireService,
  ): WireService =>
  async (request) => {
    const verdict = await verifySignature(request, rules);
    return verdict.fault === null ? service(verdict.request) : refuse(verdict.fault, request);
  };
