/**
 * Takes the place of the cache that DynamoDB's client makes for addresses it was told by DynamoDB itself. No command asks for such an
 * address; the cache would bring two libraries along.
 */
export class EndpointCache {}
