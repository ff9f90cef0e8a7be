/**
 * Replaces the cache that DynamoDB's client makes for addresses that it got from DynamoDB itself. No command asks for such an
 * address; the cache would bring two libraries along.
 */
export class EndpointCache {}
