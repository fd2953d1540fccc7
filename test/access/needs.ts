/**
 * What each operation needs of its caller's role, by the id of its contract; the public ones need
 * nothing. Written by hand beside the product: a change of a permission is a change of this table,
 * and an operation without a line fails the matrix.
 */
const byPermission: Record<string, string> = {
  'access:manage': 'setAccess setWorkflowAccess setFolderAccess',
  'access:read': `
    getAccess getWorkflowAccess getFolderAccess explainAccess listAccessSubjects`,
  'api-keys:manage': 'listApiKeys createApiKey changeApiKey rotateApiKey deleteApiKey',
  'async-results:manage': 'createAsyncResult completeAsyncResult sleepAsyncResults',
  'async-results:read': 'getAsyncResult',
  'audit:read': 'listAudit exportAudit',
  'connections:manage': `
    getHieWebhook getLettersWebhook getFaxWebhook createConnection updateConnection deleteConnection
    testConnection`,
  'connections:read': `
    previewReplacement listConnectionKinds listConnections listWorkerLabels getConnection listConnectionCalls getModelUse
    previewReplaced`,
  'directories:manage': `
    requestDirectorySync setDirectoryWebhookSecret listDirectories createDirectory getDirectory changeDirectory deleteDirectory
    rotateDirectoryToken listDirectoryUsers decideDirectoryPlan playSandboxDirectory
    setDirectoryGroupRole setDirectoryGroupCalendar`,
  'directories:read': 'listDirectoryGroups listMemberGroups',
  'files:read':
    'getFile getFileContent getFileLink listFilePages getFilePage getFilePagePicture searchFile',
  'files:upload': 'uploadFile beginUpload getUpload sendPart',
  'forms:submit': 'listForms getForm submitForm',
  'home:read': 'getHome',
  'integrations:call': `
    createTextNote searchHomecarePatients calculatePatientCost checkEligibility
    updateBillingPatient syncBankTransactions listDirectoryGroupUsers searchPayerDocuments
    getPayerDocument convertJsonToHtml requestPatientFhir requestPatientDocuments
    sendLetter checkAddress getPolicyText`,
  'letters:read': `
    listLetters getLetter previewLetter getLetterPreview listTextMessages getTextMessage listFaxes getFax`,
  'faxes:manage': 'sendFaxAgain startWithFax',
  'mails:manage': 'liftSuppression answerHeldMail',
  'mails:read': `
    listMails getMail listSuppressedAddresses listReceivedMails getReceivedMail
    downloadReceivedMail`,
  'members:manage': `
    getMemberAbsences addMemberAbsence changeMemberAbsence endMemberAbsence
    addMember changeMember getMemberAccess disableMember enableMember removeMember listInvitations
    renewInvitation revokeInvitation listMemberSessions endMemberSession endMemberSessions`,
  'members:read': 'listRoles listMembers getMember',
  'policies:manage': 'createPolicy uploadPolicy updatePolicy deletePolicy',
  'policies:read': 'listPolicies getPolicy',
  'templates:manage': `
    createTemplate uploadTemplate updateTemplate saveTemplate restoreTemplateVersion
    deleteTemplate`,
  'templates:read': `
    listTemplates getTemplate listTemplateVersions getTemplateVersion getTemplateFile
    renderTemplate`,
  'roles:manage': 'createRole changeRole deleteRole',
  'runs:control': `
    getWorkload
    cancelRun cancelWorkflowRuns listFailedSteps retryFailedRuns retryRun cancelTask listUnknownOutcomes
    answerUnknownOutcome`,
  'runs:read': `
    listRuns getRun readCasePdf listPatientRuns runEvents getTask getTaskProgress getRunModelUse listComments addComment
    changeComment deleteComment listRunPeople listRunFiles addRunFile removeRunFile
    getRunHistory`,
  'runs:start': 'startRun startReceivedMail',
  'schedules:manage': `
    createSchedule updateSchedule deleteSchedule runScheduleNow pauseSchedule
    resumeSchedule createBackfill cancelBackfill setFaxLines`,
  'schedules:read': `
    listSchedules listWorkflowSchedules getSchedule listScheduleOccurrences listBackfills
    getFaxLines`,
  'screens:work': `
    listScreens getScreen screenEvents saveScreenDraft claimScreen claimNextScreen releaseScreen
    completeScreen countScreens listAssignees listInboxViews
    createInboxView changeInboxView deleteInboxView assignScreen returnScreen changeScreens
    undoScreenChanges
    getScreenDeadlines changeScreenDates`,
  'secure-messages:read': 'listSecureMessages getSecureMessage getSecureMessageFile',
  'secure-messages:send': `
    sendSecureMessage withdrawSecureMessage renewSecureLink changeSecureCodeWay tellSecureCode
    changeSecureAddress`,
  'self:manage': `
    joinOrganization listMemberships listOrganizationsElsewhere switchOrganization getSettings
    listOrganizations
    createOrganization renameOrganization limitOrganization setQuotas inviteFirstOwner
    examineInstallation listInstanceAdministrators addInstanceAdministrator removeInstanceAdministrator
    getOwnSession reportActivity lockSession confirmSession listSessions endSession
    endAllSessions changePassword getSecurity startTotp addTotp removeTotp startPasskey
    addPasskey renamePasskey removePasskey replaceRecoveryCodes askSessionPasskey listNotifications
    getOwnAbsences addOwnAbsence changeOwnAbsence endOwnAbsence
    countNotifications readNotifications getNotificationChoices setNotificationChoices
    getPersonalSettings changePersonalSettings
    getBrowsers addBrowser removeBrowser`,
  'settings:manage': `
    createCalendar changeCalendar deleteCalendar getUsage
    nameOutsideDatabase forgetOutsideDatabase changeSettings setLogo removeLogo getMailSender
    changeMailSender createDkimKey deleteDkimKey checkMailRecords sendTestMail`,
  'sql:run': 'runSql runSqlV2 getSqlSchema getSqlSettings',
  'sso:manage': `
    getSingleSignOn createSsoConnection changeSsoConnection deleteSsoConnection
    testSsoConnection readSamlMetadata addEmailDomain checkEmailDomain changeEmailDomain
    deleteEmailDomain setBreakGlassOwners renewSsoKey`,
  'warehouse:query': 'queryWarehouse',
  'workflows:control': 'pauseWorkflow resumeWorkflow',
  'workflows:create': `
    createWorkflow createFromGallery duplicateWorkflow importWorkflow createFolder changeFolder deleteFolder`,
  'workflows:delete': 'deleteWorkflow',
  'workflows:edit': `
    replaceConnection updateWorkflow saveDraft changeDraft restoreVersion moveWorkflow getMailTrigger setMailTrigger
    getWebhookTrigger setWebhookTrigger rotateWebhookTrigger listWebhookDeliveries
    rotateMailTrigger getTestSet deleteTestSet getTrialProgress addTestCase addTestCaseFromRun
    changeTestCase deleteTestCase startTrial stopTrial startBackTest listBackTests getBackTest
    stopBackTest listBackTestRuns compareBackTestRun tryDraft doDraftPart
    listWorkflowTests addWorkflowTest getWorkflowTest
    changeWorkflowTest deleteWorkflowTest runWorkflowTests requestApproval withdrawApproval`,
  'workflows:approve': 'decideApproval',
  'workflows:publish': 'publishWorkflow setPublishNeeds',
  'workflows:read': `
    listStepThreads listStepComments addStepComment changeStepComment deleteStepComment
    resolveStepThread listWorkflowPeople listDraftChanges draftEvents announceDraftReader
    getPublishNeeds getWorkflowStarts getApproval getApprovalRequest
    listWorkflows readWorkflow checkDefinition listVersions readVersion exportWorkflow
    listStepTypes listWorkflowTags searchWorkflows listGallery getGalleryWorkflow listFolders listCalendars getCalendar listHolidays listHolidayCountries`,
}

/** They find their caller by a link, a signature or a pending sign-in, or serve everybody. */
const open = `
  makeSignInPasskey addSignInPasskey
  openSecureLink getSecureLink askSecureCode unlockSecureMessage getSecureContent
  getSecureContentFile putSecureReplyFile replyToSecureMessage closeSecureMessage
  getPublicForm submitPublicForm savePublicForm openSavedForm uploadPublicFormFile beginPublicFormUpload
  getPublicFormUpload sendPublicFormPart receiveDirectoryWebhook receiveHieWebhook receiveLetterWebhook
  stopNotificationMails receiveSmsWebhook receiveFaxWebhook receiveMailWebhook receiveInboundMail
  receiveWebhook checkWebhookAddress
  openInvitation acceptInvitation declineInvitation getLogo createFirstOwner getSignIn
  endSignIn giveSignInCode askSignInPasskey giveSignInPasskey setUpSignInTotp
  confirmSignInTotp replaceSignInPassword skipSignInStep requestPasswordReset
  resetPassword readChangelogFeed readHealth readReadiness readMetrics readOpenApi`

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** By operation: the permission that it needs. */
export const needs: Record<string, string> = Object.fromEntries(
  Object.entries(byPermission).flatMap(([permission, ids]) =>
    words(ids).map((id) => [id, permission]),
  ),
)

/** The operations without a caller of their own. */
export const publicOperations = words(open)
