/**
 * The actions that `arn:aws:states:::aws-sdk:<service>:<action>` may name, as the SDK has them; those that answer with a
 * stream of events are not the service's either.
 */
export const sdkActions = {
  dynamodb: words(`
    batchExecuteStatement batchGetItem batchWriteItem cancelBulkOperation createBackup createGlobalTable
    createTable deleteBackup deleteItem deleteResourcePolicy deleteTable describeBackup
    describeBulkOperation describeContinuousBackups describeContributorInsights describeEndpoints
    describeExport describeGlobalTable describeGlobalTableSettings describeImport
    describeKinesisStreamingDestination describeLimits describeTable describeTableReplicaAutoScaling
    describeTimeToLive disableKinesisStreamingDestination enableKinesisStreamingDestination executeStatement
    executeTransaction exportTableToPointInTime getItem getResourcePolicy importTable listBackups
    listBulkOperations listContributorInsights listExports listGlobalTables listImports listTables
    listTagsOfResource putItem putResourcePolicy query restoreTableFromBackup restoreTableToPointInTime scan
    searchVectors startBulkPutItems tagResource transactGetItems transactWriteItems untagResource
    updateContinuousBackups updateContributorInsights updateGlobalTable updateGlobalTableSettings updateItem
    updateKinesisStreamingDestination updateTable updateTableReplicaAutoScaling updateTimeToLive
  `),
  lambda: words(`
    addLayerVersionPermission addPermission checkpointDurableExecution createAlias createCapacityProvider
    createCodeSigningConfig createEventSourceMapping createFunction createFunctionUrlConfig deleteAlias
    deleteCapacityProvider deleteCodeSigningConfig deleteEventSourceMapping deleteFunction
    deleteFunctionCodeSigningConfig deleteFunctionConcurrency deleteFunctionEventInvokeConfig
    deleteFunctionUrlConfig deleteLayerVersion deleteProvisionedConcurrencyConfig deleteResourcePolicy
    getAccountSettings getAlias getCapacityProvider getCodeSigningConfig getDurableExecution
    getDurableExecutionHistory getDurableExecutionState getEventSourceMapping getFunction
    getFunctionCodeSigningConfig getFunctionConcurrency getFunctionConfiguration
    getFunctionEventInvokeConfig getFunctionRecursionConfig getFunctionScalingConfig getFunctionUrlConfig
    getLayerVersion getLayerVersionByArn getLayerVersionPolicy getPolicy getProvisionedConcurrencyConfig
    getResourcePolicy getRuntimeManagementConfig invoke invokeAsync listAliases listCapacityProviders
    listCodeSigningConfigs listDurableExecutionsByFunction listEventSourceMappings
    listFunctionEventInvokeConfigs listFunctionUrlConfigs listFunctionVersionsByCapacityProvider
    listFunctions listFunctionsByCodeSigningConfig listLayerVersions listLayers
    listProvisionedConcurrencyConfigs listTags listVersionsByFunction publishLayerVersion publishVersion
    putFunctionCodeSigningConfig putFunctionConcurrency putFunctionEventInvokeConfig
    putFunctionRecursionConfig putFunctionScalingConfig putProvisionedConcurrencyConfig putResourcePolicy
    putRuntimeManagementConfig removeLayerVersionPermission removePermission
    sendDurableExecutionCallbackFailure sendDurableExecutionCallbackHeartbeat
    sendDurableExecutionCallbackSuccess stopDurableExecution tagResource untagResource updateAlias
    updateCapacityProvider updateCodeSigningConfig updateEventSourceMapping updateFunctionCode
    updateFunctionConfiguration updateFunctionEventInvokeConfig updateFunctionUrlConfig
  `),
  s3: words(`
    abortMultipartUpload completeMultipartUpload copyObject createBucket createBucketMetadataConfiguration
    createBucketMetadataTableConfiguration createMultipartUpload createSession deleteBucket
    deleteBucketAnalyticsConfiguration deleteBucketCors deleteBucketEncryption
    deleteBucketIntelligentTieringConfiguration deleteBucketInventoryConfiguration deleteBucketLifecycle
    deleteBucketMetadataConfiguration deleteBucketMetadataTableConfiguration
    deleteBucketMetricsConfiguration deleteBucketOwnershipControls deleteBucketPolicy
    deleteBucketReplication deleteBucketTagging deleteBucketWebsite deleteObject deleteObjectAnnotation
    deleteObjectTagging deleteObjects deletePublicAccessBlock getBucketAbac getBucketAccelerateConfiguration
    getBucketAcl getBucketAnalyticsConfiguration getBucketCors getBucketEncryption
    getBucketIntelligentTieringConfiguration getBucketInventoryConfiguration getBucketLifecycleConfiguration
    getBucketLocation getBucketLogging getBucketMetadataConfiguration getBucketMetadataTableConfiguration
    getBucketMetricsConfiguration getBucketNotificationConfiguration getBucketOwnershipControls
    getBucketPolicy getBucketPolicyStatus getBucketReplication getBucketRequestPayment getBucketTagging
    getBucketVersioning getBucketWebsite getObject getObjectAcl getObjectAnnotation getObjectAttributes
    getObjectLegalHold getObjectLockConfiguration getObjectRetention getObjectTagging getObjectTorrent
    getPublicAccessBlock headBucket headObject listBucketAnalyticsConfigurations
    listBucketIntelligentTieringConfigurations listBucketInventoryConfigurations
    listBucketMetricsConfigurations listBuckets listDirectoryBuckets listMultipartUploads
    listObjectAnnotations listObjectVersions listObjects listObjectsV2 listParts putBucketAbac
    putBucketAccelerateConfiguration putBucketAcl putBucketAnalyticsConfiguration putBucketCors
    putBucketEncryption putBucketIntelligentTieringConfiguration putBucketInventoryConfiguration
    putBucketLifecycleConfiguration putBucketLogging putBucketMetricsConfiguration
    putBucketNotificationConfiguration putBucketOwnershipControls putBucketPolicy putBucketReplication
    putBucketRequestPayment putBucketTagging putBucketVersioning putBucketWebsite putObject putObjectAcl
    putObjectAnnotation putObjectLegalHold putObjectLockConfiguration putObjectRetention putObjectTagging
    putPublicAccessBlock renameObject restoreObject updateBucketMetadataAnnotationTableConfiguration
    updateBucketMetadataInventoryTableConfiguration updateBucketMetadataJournalTableConfiguration
    updateObjectEncryption uploadPart uploadPartCopy writeGetObjectResponse
  `),
  sns: words(`
    addPermission checkIfPhoneNumberIsOptedOut confirmSubscription createPlatformApplication
    createPlatformEndpoint createSMSSandboxPhoneNumber createTopic deleteEndpoint deletePlatformApplication
    deleteSMSSandboxPhoneNumber deleteTopic getDataProtectionPolicy getEndpointAttributes
    getPlatformApplicationAttributes getSMSAttributes getSMSSandboxAccountStatus getSubscriptionAttributes
    getTopicAttributes listEndpointsByPlatformApplication listOriginationNumbers listPhoneNumbersOptedOut
    listPlatformApplications listSMSSandboxPhoneNumbers listSubscriptions listSubscriptionsByTopic
    listTagsForResource listTopics optInPhoneNumber publish publishBatch putDataProtectionPolicy
    removePermission setEndpointAttributes setPlatformApplicationAttributes setSMSAttributes
    setSubscriptionAttributes setTopicAttributes subscribe tagResource unsubscribe untagResource
    verifySMSSandboxPhoneNumber
  `),
  sqs: words(`
    addPermission cancelMessageMoveTask changeMessageVisibility changeMessageVisibilityBatch createQueue
    deleteMessage deleteMessageBatch deleteQueue getQueueAttributes getQueueUrl listDeadLetterSourceQueues
    listMessageMoveTasks listQueueTags listQueues purgeQueue receiveMessage removePermission sendMessage
    sendMessageBatch setQueueAttributes startMessageMoveTask tagQueue untagQueue
  `),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

export type SdkActionService = keyof typeof sdkActions;

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The service and action that the middle of a resource ARN names; undefined when it is not an action of the SDK. */
export function sdkActionOf(name: string): { service: SdkActionService; action: string } | undefined {
  const [, service = "", action = ""] = /^aws-sdk:([^:]+):([^:]+)$/.exec(name) ?? [];
  if (!isSdkActionService(service) || !sdkActions[service].has(action)) return undefined;
  return { service, action };
}

export function isSdkActionService(name: string): name is SdkActionService {
  return Object.hasOwn(sdkActions, name);
}
