import * as access from '#lib/contracts/organization/access'
import * as apiKeys from '#lib/contracts/organization/api-keys'
import * as asyncResults from '#lib/contracts/runs/async-results'
import * as audit from '#lib/contracts/organization/audit'
import * as bank from '#lib/contracts/integrations/bank'
import * as billing from '#lib/contracts/integrations/billing'
import * as changelog from '#lib/contracts/service/changelog'
import * as comments from '#lib/contracts/runs/comments'
import * as clearinghouse from '#lib/contracts/integrations/clearinghouse'
import * as connectionReplacement from '#lib/contracts/integrations/connection-replacement'
import * as connections from '#lib/contracts/integrations/connections'
import * as directory from '#lib/contracts/integrations/directory'
import * as directories from '#lib/contracts/organization/directories'
import * as documents from '#lib/contracts/data/documents'
import * as filePages from '#lib/contracts/data/file-pages'
import * as files from '#lib/contracts/data/files'
import * as folders from '#lib/contracts/workflows/folders'
import * as forms from '#lib/contracts/workflows/forms'
import * as gallery from '#lib/contracts/workflows/gallery'
import * as hie from '#lib/contracts/integrations/hie'
import * as home from '#lib/contracts/service/home'
import * as installation from '#lib/contracts/instance/installation'
import * as instance from '#lib/contracts/instance/instance'
import * as integrations from '#lib/contracts/integrations/integrations'
import * as faxes from '#lib/contracts/integrations/faxes'
import * as letterPreview from '#lib/contracts/integrations/letter-preview'
import * as letters from '#lib/contracts/integrations/letters'
import * as textMessages from '#lib/contracts/integrations/text-messages'
import * as mailSender from '#lib/contracts/organization/mail-sender'
import * as mails from '#lib/contracts/runs/mails'
import * as patients from '#lib/contracts/runs/patients'
import * as receivedMails from '#lib/contracts/runs/received-mails'
import * as secureMessages from '#lib/contracts/runs/secure-messages'
import * as members from '#lib/contracts/organization/members'
import * as memberships from '#lib/contracts/organization/memberships'
import * as absences from '#lib/contracts/organization/absences'
import { listWorkerLabelsContract } from '#lib/contracts/integrations/worker-labels'
import { listWorkerLabels } from '#lib/operations/workers/list-worker-labels'
import { getWorkloadContract } from '#lib/contracts/runs/workload'
import { getWorkload } from '#lib/operations/screens/workload/get-workload'
import * as notifications from '#lib/contracts/organization/notifications'
import * as openApi from '#lib/contracts/service/open-api'
import * as models from '#lib/contracts/integrations/models'
import * as payerDocs from '#lib/contracts/integrations/payer-docs'
import * as policies from '#lib/contracts/data/policies'
import * as templates from '#lib/contracts/data/templates'
import * as runs from '#lib/contracts/runs/runs'
import * as schedules from '#lib/contracts/workflows/schedules'
import * as personalSettings from '#lib/contracts/organization/personal-settings'
import * as inboxViews from '#lib/contracts/runs/inbox-views'
import * as screenWork from '#lib/contracts/runs/screen-work'
import * as deadlines from '#lib/contracts/runs/deadlines'
import * as screens from '#lib/contracts/runs/screens'
import * as service from '#lib/contracts/service/service'
import * as ownSession from '#lib/contracts/organization/own-session'
import * as security from '#lib/contracts/organization/security'
import * as sessions from '#lib/contracts/organization/sessions'
import * as signIn from '#lib/contracts/organization/sign-in'
import * as calendars from '#lib/contracts/organization/calendars'
import * as settings from '#lib/contracts/organization/settings'
import { getUsageContract } from '#lib/contracts/organization/usage'
import * as singleSignOn from '#lib/contracts/organization/single-sign-on'
import * as sql from '#lib/contracts/data/sql'
import * as stepComments from '#lib/contracts/workflows/step-comments'
import * as stepTypes from '#lib/contracts/workflows/step-types'
import * as tasks from '#lib/contracts/runs/tasks'
import * as warehouse from '#lib/contracts/integrations/warehouse'
import * as backTests from '#lib/contracts/workflows/back-tests'
import * as tries from '#lib/contracts/workflows/tries'
import * as approvals from '#lib/contracts/workflows/approvals'
import * as workflowTests from '#lib/contracts/workflows/workflow-tests'
import * as testSets from '#lib/contracts/workflows/test-sets'
import * as workflowSearch from '#lib/contracts/workflows/workflow-search'
import * as drafts from '#lib/contracts/workflows/drafts'
import * as webhooks from '#lib/contracts/workflows/webhooks'
import * as workflowStarts from '#lib/contracts/workflows/workflow-starts'
import * as workflows from '#lib/contracts/workflows/workflows'
import { env } from '#lib/env'
import { explainAccess } from '#lib/operations/access/explain-access'
import { getAccess } from '#lib/operations/access/get-access'
import { listAccessSubjects } from '#lib/operations/access/list-access-subjects'
import { changeRole, createRole, deleteRole, listRoles } from '#lib/operations/access/roles'
import { setAccess } from '#lib/operations/access/set-access'
import { changeApiKey } from '#lib/operations/api-keys/change-api-key'
import { createApiKey } from '#lib/operations/api-keys/create-api-key'
import { deleteApiKey } from '#lib/operations/api-keys/delete-api-key'
import { listApiKeys } from '#lib/operations/api-keys/list-api-keys'
import { rotateApiKey } from '#lib/operations/api-keys/rotate-api-key'
import { completeAsyncResult } from '#lib/operations/async-results/complete-async-result'
import { createAsyncResult } from '#lib/operations/async-results/create-async-result'
import { getAsyncResult } from '#lib/operations/async-results/get-async-result'
import { retryAfter } from '#lib/operations/async-results/retry-after'
import { sleepAsyncResults } from '#lib/operations/async-results/sleep-async-results'
import { exportAudit } from '#lib/operations/audit/export-audit'
import { listAudit } from '#lib/operations/audit/list-audit'
import { readChangelogFeed } from '#lib/operations/changelog/read-changelog-feed'
import { calculatePatientCost } from '#lib/operations/clearinghouse/calculate-patient-cost'
import { checkEligibility } from '#lib/operations/clearinghouse/check-eligibility'
import { getRunHistory } from '#lib/operations/comments/get-run-history'
import { listComments } from '#lib/operations/comments/list-comments'
import { listRunPeople } from '#lib/operations/comments/list-run-people'
import { addRunFile, listRunFiles, removeRunFile } from '#lib/operations/comments/run-files'
import { addComment, changeComment, deleteComment } from '#lib/operations/comments/write-comment'
import {
  getNotificationChoices,
  setNotificationChoices,
} from '#lib/operations/notifications/choices'
import {
  addMemberAbsence,
  addOwnAbsence,
  changeMemberAbsence,
  changeOwnAbsence,
  endMemberAbsence,
  endOwnAbsence,
  getMemberAbsences,
  getOwnAbsences,
} from '#lib/operations/absences/change-absences'
import { addBrowser, getBrowsers, removeBrowser } from '#lib/operations/notifications/browsers'
import { stopNotificationMails } from '#lib/operations/notifications/stop-mails'
import {
  countNotifications,
  listNotifications,
  readNotifications,
} from '#lib/operations/notifications/own-notifications'
import { createConnection } from '#lib/operations/connections/create-connection'
import { deleteConnection } from '#lib/operations/connections/delete-connection'
import { getConnection } from '#lib/operations/connections/get-connection'
import { listConnectionCalls } from '#lib/operations/connections/list-connection-calls'
import { listConnectionKinds } from '#lib/operations/connections/list-connection-kinds'
import { previewReplacement } from '#lib/operations/connections/preview-replacement'
import { replaceConnection } from '#lib/operations/connections/replace-connection'
import { listConnections } from '#lib/operations/connections/list-connections'
import { testConnection } from '#lib/operations/connections/test-connection'
import { updateConnection } from '#lib/operations/connections/update-connection'
import { listDirectoryGroupUsers } from '#lib/operations/directory/list-directory-group-users'
import { changeDirectory } from '#lib/operations/directories/change-directory'
import { createDirectory } from '#lib/operations/directories/create-directory'
import { decideDirectoryPlan } from '#lib/operations/directories/decide-directory-plan'
import { deleteDirectory } from '#lib/operations/directories/delete-directory'
import { receiveDirectoryWebhook } from '#lib/operations/directory-sync/receive-directory-webhook'
import { requestDirectorySync } from '#lib/operations/directory-sync/request-directory-sync'
import { setDirectoryWebhookSecret } from '#lib/operations/directory-sync/set-directory-webhook-secret'
import { getDirectory } from '#lib/operations/directories/get-directory'
import { listDirectories } from '#lib/operations/directories/list-directories'
import { listDirectoryGroups } from '#lib/operations/directories/list-directory-groups'
import { listDirectoryUsers } from '#lib/operations/directories/list-directory-users'
import { listMemberGroups } from '#lib/operations/directories/list-member-groups'
import { playSandboxDirectory } from '#lib/operations/directories/play-sandbox-directory'
import { rotateDirectoryToken } from '#lib/operations/directories/rotate-directory-token'
import { setDirectoryGroupCalendar } from '#lib/operations/directories/set-directory-group-calendar'
import { setDirectoryGroupRole } from '#lib/operations/directories/set-directory-group-role'
import { convertJsonToHtml } from '#lib/operations/documents/convert-json-to-html'
import {
  getFilePage,
  getFilePagePicture,
  listFilePages,
} from '#lib/operations/documents/file-pages'
import { searchFile } from '#lib/operations/documents/search-file'
import { beginUpload } from '#lib/operations/files/begin-upload'
import { getFileLink } from '#lib/operations/files/get-file-link'
import { downloadFile } from '#lib/operations/files/download-file'
import { getFile } from '#lib/operations/files/get-file'
import { getUpload } from '#lib/operations/files/get-upload'
import { receivePart } from '#lib/operations/files/receive-part'
import { uploadFile } from '#lib/operations/files/upload-file'
import { changeFolder } from '#lib/operations/folders/change-folder'
import { createFolder } from '#lib/operations/folders/create-folder'
import { deleteFolder } from '#lib/operations/folders/delete-folder'
import { listFolders } from '#lib/operations/folders/list-folders'
import { moveWorkflow } from '#lib/operations/folders/move-workflow'
import { getForm } from '#lib/operations/forms/get-form'
import { listForms } from '#lib/operations/forms/list-forms'
import {
  beginPublicUpload,
  getPublicForm,
  getPublicUpload,
  receivePublicPart,
  openSavedPublicForm,
  savePublicForm,
  submitPublicForm,
  uploadPublicFormFile,
} from '#lib/operations/forms/public-form'
import { signsOf } from '#lib/operations/forms/protection/require-proof'
import { submitForm } from '#lib/operations/forms/submit-form'
import { getHieWebhook } from '#lib/operations/hie/get-hie-webhook'
import { receiveHieWebhook } from '#lib/operations/hie/receive-hie-webhook'
import {
  requestPatientDocuments,
  requestPatientFhir,
} from '#lib/operations/hie/request-patient-data'
import { getHome } from '#lib/operations/home/get-home'
import { createOrganization } from '#lib/operations/instance/create-organization'
import { examineInstallation } from '#lib/operations/instance/examine-installation'
import { inviteFirstOwner } from '#lib/operations/instance/invite-first-owner'
import { getUsage } from '#lib/operations/usage/get-usage'
import { setQuotas } from '#lib/operations/instance/set-quotas'
import { limitOrganization } from '#lib/operations/instance/limit-organization'
import { listOrganizations } from '#lib/operations/instance/list-organizations'
import {
  addInstanceAdministrator,
  listInstanceAdministrators,
  removeInstanceAdministrator,
} from '#lib/operations/instance/manage-administrators'
import { renameOrganization } from '#lib/operations/instance/rename-organization'
import { createTextNote } from '#lib/operations/integrations/create-text-note'
import { getPayerDocument } from '#lib/operations/integrations/get-payer-document'
import { queryWarehouse } from '#lib/operations/integrations/query-warehouse'
import { searchHomecarePatients } from '#lib/operations/integrations/search-homecare-patients'
import { searchPayerDocuments } from '#lib/operations/integrations/search-payer-documents'
import { syncBankTransactions } from '#lib/operations/integrations/sync-bank-transactions'
import { updateBillingPatient } from '#lib/operations/integrations/update-billing-patient'
import { checkAddress } from '#lib/operations/letters/check-address'
import { getLetter } from '#lib/operations/letters/get-letter'
import { getLettersWebhook } from '#lib/operations/letters/get-letters-webhook'
import { listLetters } from '#lib/operations/letters/list-letters'
import { getLetterPreview, previewLetter } from '#lib/operations/letters/preview-letter'
import { receiveLetterWebhook } from '#lib/operations/letters/receive-letter-webhook'
import { sendLetter } from '#lib/operations/letters/send-letter'
import { getFax } from '#lib/operations/faxes/get-fax'
import { getFaxLines } from '#lib/operations/faxes/get-fax-lines'
import { getFaxWebhook } from '#lib/operations/faxes/get-fax-webhook'
import { listFaxes } from '#lib/operations/faxes/list-faxes'
import { receiveFaxWebhook } from '#lib/operations/faxes/receive-fax-webhook'
import { sendFaxAgain } from '#lib/operations/faxes/send-fax-again'
import { setFaxLines } from '#lib/operations/faxes/set-fax-lines'
import { startWithFax } from '#lib/operations/faxes/start-with-fax'
import { getTextMessage } from '#lib/operations/text-messages/get-text-message'
import { listTextMessages } from '#lib/operations/text-messages/list-text-messages'
import { receiveSmsWebhook } from '#lib/operations/text-messages/receive-sms-webhook'
import { answerHeldMail } from '#lib/operations/mails/answer-held-mail'
import { getMail } from '#lib/operations/mails/get-mail'
import { listMails } from '#lib/operations/mails/list-mails'
import { receiveMailWebhook } from '#lib/operations/mails/reports/receive-mail-webhook'
import { changeMailSender } from '#lib/operations/mails/sender/change-mail-sender'
import { checkMailRecords } from '#lib/operations/mails/sender/check-mail-records'
import { createDkimKey, deleteDkimKey } from '#lib/operations/mails/sender/dkim-keys'
import { getMailSender } from '#lib/operations/mails/sender/get-mail-sender'
import { sendTestMail } from '#lib/operations/mails/sender/send-test-mail'
import { liftSuppression } from '#lib/operations/mails/suppression/lift-suppression'
import { listSuppressedAddresses } from '#lib/operations/mails/suppression/list-suppressed-addresses'
import { changeSecureAddress } from '#lib/operations/secure-messages/change-address'
import { changeSecureCodeWay } from '#lib/operations/secure-messages/change-code-way'
import { downloadMessageFile } from '#lib/operations/secure-messages/download-message-file'
import { getSecureMessage } from '#lib/operations/secure-messages/get-secure-message'
import { listSecureMessages } from '#lib/operations/secure-messages/list-secure-messages'
import { askSecureCode } from '#lib/operations/secure-messages/recipient/ask-code'
import { closeSecureMessage } from '#lib/operations/secure-messages/recipient/close'
import { getSecureLink, openSecureLink } from '#lib/operations/secure-messages/recipient/link-view'
import {
  getSecureContent,
  getSecureContentFile,
} from '#lib/operations/secure-messages/recipient/read-content'
import {
  putSecureReplyFile,
  replyToSecureMessage,
} from '#lib/operations/secure-messages/recipient/reply'
import { unlockSecureMessage } from '#lib/operations/secure-messages/recipient/unlock'
import { renewSecureLink } from '#lib/operations/secure-messages/renew-secure-link'
import { sendSecureMessage } from '#lib/operations/secure-messages/send-secure-message'
import { tellSecureCode } from '#lib/operations/secure-messages/tell-secure-code'
import { withdrawSecureMessage } from '#lib/operations/secure-messages/withdraw-secure-message'
import {
  downloadReceivedMail,
  getReceivedMail,
} from '#lib/operations/received-mails/get-received-mail'
import { listReceivedMails } from '#lib/operations/received-mails/list-received-mails'
import {
  getMailTrigger,
  rotateMailTrigger,
  setMailTrigger,
} from '#lib/operations/received-mails/mail-trigger'
import { listWebhookDeliveries } from '#lib/operations/webhooks/list-webhook-deliveries'
import { checkWebhookAddress, receiveWebhook } from '#lib/operations/webhooks/receive-webhook'
import {
  getWebhookTrigger,
  rotateWebhookTrigger,
  setWebhookTrigger,
} from '#lib/operations/webhooks/webhook-trigger'
import { receiveInboundMail } from '#lib/operations/received-mails/receive-inbound-mail'
import { startReceivedMail } from '#lib/operations/received-mails/start-received-mail'
import { addMember } from '#lib/operations/members/add-member'
import {
  acceptInvitation,
  declineInvitation,
  joinOrganization,
  openInvitation,
} from '#lib/operations/members/answer-invitation'
import { changeMember } from '#lib/operations/members/change-member'
import { disableMember } from '#lib/operations/members/disable-member'
import { enableMember } from '#lib/operations/members/enable-member'
import { getMember } from '#lib/operations/members/get-member'
import { getMemberAccess } from '#lib/operations/members/get-member-access'
import { listInvitations } from '#lib/operations/members/list-invitations'
import { listMembers } from '#lib/operations/members/list-members'
import { listMemberships } from '#lib/operations/members/list-memberships'
import { listOrganizationsElsewhere } from '#lib/operations/members/list-organizations-elsewhere'
import { removeMember } from '#lib/operations/members/remove-member'
import { renewInvitation } from '#lib/operations/members/renew-invitation'
import { revokeInvitation } from '#lib/operations/members/revoke-invitation'
import { switchOrganization } from '#lib/operations/members/switch-organization'
import { getModelUse, getRunModelUse } from '#lib/operations/models/model-use'
import { previewReplaced } from '#lib/operations/models/preview-replaced'
import { createFirstOwner } from '#lib/operations/organizations/create-first-owner'
import { createPolicy } from '#lib/operations/policies/create-policy'
import { deletePolicy } from '#lib/operations/policies/delete-policy'
import { getPolicy } from '#lib/operations/policies/get-policy'
import { getPolicyText } from '#lib/operations/policies/get-policy-text'
import { listPolicies } from '#lib/operations/policies/list-policies'
import { updatePolicy } from '#lib/operations/policies/update-policy'
import { uploadPolicy } from '#lib/operations/policies/upload-policy'
import { createTemplate } from '#lib/operations/templates/create-template'
import { deleteTemplate } from '#lib/operations/templates/delete-template'
import { getTemplate } from '#lib/operations/templates/get-template'
import { getTemplateFile, getTemplateVersion } from '#lib/operations/templates/get-version'
import { listTemplates } from '#lib/operations/templates/list-templates'
import { listTemplateVersions } from '#lib/operations/templates/list-versions'
import { renderTemplate } from '#lib/operations/templates/render-template'
import { restoreTemplateVersion } from '#lib/operations/templates/restore-version'
import { saveTemplate } from '#lib/operations/templates/save-template'
import { updateTemplate } from '#lib/operations/templates/update-template'
import { uploadTemplate } from '#lib/operations/templates/upload-template'
import {
  getBackTest,
  listBackTestRuns,
  listBackTests,
} from '#lib/operations/back-tests/get-back-test'
import { addWorkflowTest } from '#lib/operations/workflow-tests/add-workflow-test'
import {
  changeWorkflowTest,
  deleteWorkflowTest,
} from '#lib/operations/workflow-tests/change-workflow-test'
import { getWorkflowTest } from '#lib/operations/workflow-tests/get-workflow-test'
import { listWorkflowTests } from '#lib/operations/workflow-tests/list-workflow-tests'
import { runWorkflowTests } from '#lib/operations/workflow-tests/run-workflow-tests'
import { getPublishNeeds, setPublishNeeds } from '#lib/operations/workflow-tests/set-publish-needs'
import { compareBackTestRun } from '#lib/operations/back-tests/compare-back-test-run'
import { doDraftPart } from '#lib/operations/tries/do-draft-part'
import { tryDraft } from '#lib/operations/tries/try-draft'
import { startBackTest, stopBackTest } from '#lib/operations/back-tests/start-back-test'
import { addTestCase } from '#lib/operations/test-sets/add-case'
import { addTestCaseFromRun } from '#lib/operations/test-sets/add-case-from-run'
import { changeTestCase, deleteTestCase } from '#lib/operations/test-sets/change-case'
import { deleteTestSet } from '#lib/operations/test-sets/delete-test-set'
import { getTestSet, getTrialProgress } from '#lib/operations/test-sets/get-test-set'
import { startTrial, stopTrial } from '#lib/operations/test-sets/start-trial'
import { cancelRun } from '#lib/operations/runs/cancel-run'
import { listFailedSteps } from '#lib/operations/runs/failed-runs'
import { retryFailedRuns } from '#lib/operations/runs/retry-failed-runs'
import { cancelWorkflowRuns } from '#lib/operations/runs/cancel-workflow-runs'
import { getRun } from '#lib/operations/runs/get-run'
import { readCasePdf } from '#lib/operations/case-record/read-case-pdf'
import { listPatientRuns } from '#lib/operations/patients/list-patient-runs'
import { listRuns } from '#lib/operations/runs/list-runs'
import { retryRun } from '#lib/operations/runs/retry-run'
import { runEventStream } from '#lib/operations/runs/run-event-stream'
import { startRunAndWait } from '#lib/operations/runs/start-run'
import { cancelBackfill } from '#lib/operations/schedules/cancel-backfill'
import { createBackfill } from '#lib/operations/schedules/create-backfill'
import { createSchedule } from '#lib/operations/schedules/create-schedule'
import { deleteSchedule } from '#lib/operations/schedules/delete-schedule'
import { getSchedule } from '#lib/operations/schedules/get-schedule'
import { listBackfills } from '#lib/operations/schedules/list-backfills'
import { listOccurrences } from '#lib/operations/schedules/list-occurrences'
import { listSchedules } from '#lib/operations/schedules/list-schedules'
import { pauseSchedule, resumeSchedule } from '#lib/operations/schedules/pause-schedule'
import { runScheduleNow } from '#lib/operations/schedules/run-schedule-now'
import { updateSchedule } from '#lib/operations/schedules/update-schedule'
import { changeCalendar } from '#lib/operations/calendars/change-calendar'
import { createCalendar } from '#lib/operations/calendars/create-calendar'
import { deleteCalendar } from '#lib/operations/calendars/delete-calendar'
import { getCalendar } from '#lib/operations/calendars/get-calendar'
import { listCalendars } from '#lib/operations/calendars/list-calendars'
import { listHolidayCountries, listHolidays } from '#lib/operations/calendars/list-holidays'
import { changeScreenDates } from '#lib/operations/deadlines/change-screen-dates'
import { getScreenDeadlines } from '#lib/operations/deadlines/get-screen-deadlines'
import { claimNextScreen } from '#lib/operations/screens/claim-next-screen'
import { claimScreen } from '#lib/operations/screens/claim-screen'
import { completeScreen } from '#lib/operations/screens/complete-screen'
import { listInboxViews } from '#lib/operations/inbox-views/list-views'
import {
  changePersonalSettings,
  getPersonalSettings,
} from '#lib/operations/inbox-views/personal-settings'
import {
  changeInboxView,
  createInboxView,
  deleteInboxView,
} from '#lib/operations/inbox-views/save-view'
import { assignScreen } from '#lib/operations/screens/assign/assign-screen'
import { changeScreens } from '#lib/operations/screens/assign/change-screens'
import { listAssignees } from '#lib/operations/screens/assign/list-assignees'
import { returnScreen } from '#lib/operations/screens/assign/return-screen'
import { undoScreenChanges } from '#lib/operations/screens/assign/undo-screen-changes'
import { countScreens } from '#lib/operations/screens/count-screens'
import { getScreen } from '#lib/operations/screens/get-screen'
import { listScreens } from '#lib/operations/screens/list-screens'
import { releaseScreen } from '#lib/operations/screens/release-screen'
import { saveScreenDraft } from '#lib/operations/screens/save-screen-draft'
import { screenEventStream } from '#lib/operations/screens/screen-event-stream'
import { readHealth } from '#lib/operations/service/read-health'
import { readMetrics, requireMetricsToken } from '#lib/operations/service/read-metrics'
import { readReadiness } from '#lib/operations/service/read-readiness'
import { getSecurity } from '#lib/operations/security/get-security'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#lib/operations/security/manage-passkeys'
import {
  addTotp,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '#lib/operations/security/manage-totp'
import { changePassword } from '#lib/operations/sessions/change-password'
import { askSessionPasskey } from '#lib/operations/sessions/ask-session-passkey'
import { confirmSession } from '#lib/operations/sessions/confirm-session'
import { endAllSessions } from '#lib/operations/sessions/end-all-sessions'
import { endMemberSession, endMemberSessions } from '#lib/operations/sessions/end-member-sessions'
import { endSession } from '#lib/operations/sessions/end-session'
import { getOwnSession } from '#lib/operations/sessions/get-own-session'
import { listMemberSessions } from '#lib/operations/sessions/list-member-sessions'
import { listSessions } from '#lib/operations/sessions/list-sessions'
import { lockSession } from '#lib/operations/sessions/lock-session'
import { reportActivity } from '#lib/operations/sessions/report-activity'
import {
  addSignInPasskey,
  confirmSignInTotp,
  makeSignInPasskey,
  replaceSignInPassword,
  setUpSignInTotp,
  skipSignInStep,
} from '#lib/operations/sign-in/finish-steps'
import { endSignIn, getSignIn } from '#lib/operations/sign-in/get-sign-in'
import {
  askSignInPasskey,
  giveSignInCode,
  giveSignInPasskey,
} from '#lib/operations/sign-in/give-factor'
import { requestPasswordReset, resetPassword } from '#lib/operations/sign-in/password-resets'
import { changeSettings } from '#lib/operations/settings/change-settings'
import { getSettings } from '#lib/operations/settings/get-settings'
import { getLogo, maxLogoBytes, removeLogo, setLogo } from '#lib/operations/settings/logo'
import { changeSsoConnection } from '#lib/operations/single-sign-on/change-connection'
import { createSsoConnection } from '#lib/operations/single-sign-on/create-connection'
import { deleteSsoConnection } from '#lib/operations/single-sign-on/delete-connection'
import {
  addEmailDomain,
  changeEmailDomain,
  checkEmailDomain,
  deleteEmailDomain,
} from '#lib/operations/single-sign-on/domains'
import { getSingleSignOn } from '#lib/operations/single-sign-on/get-single-sign-on'
import { readSamlMetadata } from '#lib/operations/single-sign-on/read-metadata'
import { renewSsoKey } from '#lib/operations/single-sign-on/renew-key'
import { setBreakGlassOwners } from '#lib/operations/single-sign-on/set-break-glass-owners'
import { testSsoConnection } from '#lib/operations/single-sign-on/test-connection'
import { forgetOutsideDatabase } from '#lib/operations/sql/forget-outside-database'
import { getSqlSchema } from '#lib/operations/sql/get-sql-schema'
import { getSqlSettings } from '#lib/operations/sql/get-sql-settings'
import { nameOutsideDatabase } from '#lib/operations/sql/name-outside-database'
import { runSqlV1, runSqlV2 } from '#lib/operations/sql/run-statement'
import { sqlResponse } from '#lib/operations/sql/sql-response'
import { answerOutcome } from '#lib/operations/tasks/answer-outcome'
import { cancelTask } from '#lib/operations/tasks/cancel-task'
import { getTask } from '#lib/operations/tasks/get-task'
import { getTaskProgress } from '#lib/operations/tasks/task-progress'
import { listUnknownOutcomes } from '#lib/operations/tasks/list-unknown-outcomes'
import { checkDefinition } from '#lib/operations/workflows/drafts/check-definition'
import { createFromGallery } from '#lib/operations/gallery/create-from-gallery'
import { getGalleryWorkflow } from '#lib/operations/gallery/get-gallery-workflow'
import { listGallery } from '#lib/operations/gallery/list-gallery'
import { searchWorkflows } from '#lib/operations/workflow-search/search-workflows'
import { createWorkflow } from '#lib/operations/workflows/create-workflow'
import { deleteWorkflow } from '#lib/operations/workflows/delete-workflow'
import { duplicateWorkflow } from '#lib/operations/workflows/duplicate-workflow'
import { exportWorkflow } from '#lib/operations/workflows/export-workflow'
import { importWorkflow } from '#lib/operations/workflows/import-workflow'
import { listStepTypes } from '#lib/operations/workflows/list-step-types'
import { listVersions } from '#lib/operations/workflows/versions/list-versions'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'
import { listWorkflowTags } from '#lib/operations/workflows/tags'
import {
  listStepComments,
  listWorkflowPeople,
} from '#lib/operations/step-comments/read-step-comments'
import { resolveStepThread } from '#lib/operations/step-comments/resolve-thread'
import { listStepThreads } from '#lib/operations/step-comments/threads'
import {
  addStepComment,
  changeStepComment,
  deleteStepComment,
} from '#lib/operations/step-comments/write-step-comment'
import { pauseWorkflow, resumeWorkflow } from '#lib/operations/workflows/pause-workflow'
import { decideApproval } from '#lib/operations/approvals/decide-approval'
import { getApproval, getApprovalRequest } from '#lib/operations/approvals/get-approval'
import { requestApproval, withdrawApproval } from '#lib/operations/approvals/request-approval'
import { publishWorkflow } from '#lib/operations/workflows/versions/publish-workflow'
import { readVersion } from '#lib/operations/workflows/versions/read-version'
import { getWorkflowStarts } from '#lib/operations/workflows/get-workflow-starts'
import { readWorkflow } from '#lib/operations/workflows/read-workflow'
import { restoreVersion } from '#lib/operations/workflows/versions/restore-version'
import { changeDraft } from '#lib/operations/workflows/drafts/change-draft'
import {
  announceDraftReader,
  draftEventStream,
} from '#lib/operations/workflows/drafts/draft-readers'
import { listDraftChanges } from '#lib/operations/workflows/drafts/list-draft-changes'
import { saveDraft } from '#lib/operations/workflows/drafts/save-draft'
import { updateWorkflow } from '#lib/operations/workflows/update-workflow'

import {
  acceptedDelivery,
  checkedAddress,
  acceptedRun,
  comesLater,
  eventStream,
  newAsyncResult,
  newWorkflow,
  prometheusText,
  csvFile,
  rssFeed,
  smallWebhookInput,
  startWebhookInput,
  webhookInput,
  wholeWorkflow,
  withRevision,
  workflowFile,
} from './endpoint-options.ts'
import {
  acceptedOrPending,
  deviceOf,
  signInInput,
  signInOptions,
  withoutPendingSignIn,
} from './sign-in-options.ts'
import {
  asked,
  fileToRecipient,
  toRecipient,
  visitorIn,
  withMessageCookie,
  withoutReading,
} from './secure-message-options.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { readBytes } from './request/read-body.ts'
import { fileResponse } from './response/file-response.ts'
import { movedSession } from './response/moved-session.ts'
import { pictureResponse, privatePictureResponse } from './response/picture-response.ts'
import { htmlResponse, prefersHtml } from './response/html-response.ts'
import { ifMatchOf } from './request/if-match.ts'
import { cachedOpenApiDocument } from './openapi/openapi.ts'
import { partOf } from './request/part-of.ts'
import { waitSeconds } from './request/prefer-wait.ts'
import { isMultipart, uploadOf } from './request/upload-of.ts'

/**
 * The API: one entry for each endpoint, in the order of the reference. Both servers mount this
 * table (Next in app/api, production in lib/server/api-server.ts), and /docs describes it.
 */
export const endpoints: Endpoint[] = [
  endpoint(workflows.listWorkflowsContract, listWorkflows),
  endpoint(workflows.listWorkflowTagsContract, listWorkflowTags),
  endpoint(workflows.createWorkflowContract, createWorkflow, { respond: newWorkflow }),
  endpoint(workflows.readWorkflowContract, readWorkflow, { respond: wholeWorkflow }),
  endpoint(workflowStarts.getWorkflowStartsContract, getWorkflowStarts),
  endpoint(webhooks.getWebhookTriggerContract, getWebhookTrigger),
  endpoint(webhooks.setWebhookTriggerContract, setWebhookTrigger),
  endpoint(webhooks.rotateWebhookTriggerContract, rotateWebhookTrigger),
  endpoint(webhooks.listWebhookDeliveriesContract, listWebhookDeliveries),
  endpoint(webhooks.receiveWebhookContract, receiveWebhook, {
    input: startWebhookInput,
    respond: acceptedDelivery,
  }),
  endpoint(webhooks.checkWebhookAddressContract, checkWebhookAddress, {
    input: ({ params, query }) => ({ ...params, challenge: query['hub.challenge'] }),
    respond: checkedAddress,
  }),
  endpoint(workflows.updateWorkflowContract, updateWorkflow, { respond: withRevision }),
  endpoint(workflows.deleteWorkflowContract, deleteWorkflow),
  endpoint(workflows.saveDraftContract, saveDraft, {
    input: ({ params, body, request }) => ({ ...params, ...body, revision: ifMatchOf(request) }),
    respond: withRevision,
  }),
  endpoint(drafts.changeDraftContract, changeDraft),
  endpoint(drafts.listDraftChangesContract, listDraftChanges),
  endpoint(stepComments.listStepThreadsContract, listStepThreads),
  endpoint(stepComments.listStepCommentsContract, listStepComments),
  endpoint(stepComments.addStepCommentContract, addStepComment),
  endpoint(stepComments.changeStepCommentContract, changeStepComment),
  endpoint(stepComments.deleteStepCommentContract, deleteStepComment),
  endpoint(stepComments.resolveStepThreadContract, resolveStepThread),
  endpoint(stepComments.listWorkflowPeopleContract, listWorkflowPeople),
  endpoint(drafts.draftEventsContract, draftEventStream, { respond: eventStream }),
  endpoint(drafts.announceDraftReaderContract, announceDraftReader),
  endpoint(workflows.checkDefinitionContract, checkDefinition),
  endpoint(workflows.publishWorkflowContract, publishWorkflow),
  endpoint(approvals.getApprovalContract, getApproval),
  endpoint(approvals.requestApprovalContract, requestApproval),
  endpoint(approvals.getApprovalRequestContract, getApprovalRequest),
  endpoint(approvals.decideApprovalContract, decideApproval),
  endpoint(approvals.withdrawApprovalContract, withdrawApproval),
  endpoint(workflows.pauseWorkflowContract, pauseWorkflow),
  endpoint(workflows.resumeWorkflowContract, resumeWorkflow),
  endpoint(workflows.listVersionsContract, listVersions),
  endpoint(workflows.readVersionContract, readVersion),
  endpoint(workflows.restoreVersionContract, restoreVersion, {
    input: ({ params, request }) => ({ ...params, revision: ifMatchOf(request) }),
    respond: withRevision,
  }),
  endpoint(workflows.duplicateWorkflowContract, duplicateWorkflow, { respond: newWorkflow }),
  endpoint(workflows.exportWorkflowContract, exportWorkflow, { respond: workflowFile }),
  endpoint(workflows.importWorkflowContract, importWorkflow, { respond: newWorkflow }),
  endpoint(workflowSearch.searchWorkflowsContract, searchWorkflows),
  endpoint(gallery.listGalleryContract, listGallery),
  endpoint(gallery.getGalleryWorkflowContract, getGalleryWorkflow),
  endpoint(gallery.createFromGalleryContract, createFromGallery, { respond: newWorkflow }),
  endpoint(folders.moveWorkflowContract, moveWorkflow),
  endpoint(folders.listFoldersContract, listFolders),
  endpoint(folders.createFolderContract, createFolder),
  endpoint(folders.changeFolderContract, changeFolder),
  endpoint(folders.deleteFolderContract, deleteFolder),

  endpoint(access.getAccessContract, getAccess),
  endpoint(access.setAccessContract, setAccess),
  endpoint(access.getWorkflowAccessContract, getAccess),
  endpoint(access.setWorkflowAccessContract, setAccess),
  endpoint(access.getFolderAccessContract, getAccess, {
    input: ({ params }) => ({ folderId: params.id }),
  }),
  endpoint(access.setFolderAccessContract, setAccess, {
    input: ({ params, body }) => ({ folderId: params.id, ...body }),
  }),
  endpoint(access.listAccessSubjectsContract, listAccessSubjects),
  endpoint(access.explainAccessContract, explainAccess),
  endpoint(access.listRolesContract, listRoles),
  endpoint(access.createRoleContract, createRole),
  endpoint(access.changeRoleContract, changeRole),
  endpoint(access.deleteRoleContract, deleteRole),

  endpoint(stepTypes.listStepTypesContract, listStepTypes, { constant: true }),

  endpoint(runs.startRunContract, startRunAndWait, {
    input: ({ params, body: { startData, draft }, request }) => ({
      id: params.id,
      startData,
      draft,
      waitSeconds: waitSeconds(request),
    }),
    idempotencyKey: ({ body }) => body.idempotencyKey,
    respond: ({ started, finished }) =>
      finished ? { status: 200, body: finished } : acceptedRun(started),
  }),
  endpoint(runs.listRunsContract, listRuns),
  endpoint(runs.getRunContract, getRun),
  endpoint(runs.readCasePdfContract, readCasePdf, {
    input: ({ params, query }) => ({ id: params.id, comments: query.comments === 'true' }),
    respond: ({ bytes, ...file }) =>
      fileResponse({ ...file, size: bytes.byteLength, content: new Blob([bytes]).stream() }),
  }),
  endpoint(patients.listPatientRunsContract, listPatientRuns),
  endpoint(runs.cancelRunContract, cancelRun),
  endpoint(runs.cancelWorkflowRunsContract, cancelWorkflowRuns),
  endpoint(runs.listFailedStepsContract, listFailedSteps),
  endpoint(runs.retryFailedRunsContract, retryFailedRuns),
  endpoint(runs.retryRunContract, retryRun, { respond: acceptedRun }),
  endpoint(runs.runEventsContract, runEventStream, {
    input: ({ params, request }) => ({
      ...params,
      lastEventId: request.headers.get('last-event-id'),
    }),
    respond: eventStream,
  }),

  endpoint(tries.tryDraftContract, tryDraft),
  endpoint(tries.doDraftPartContract, doDraftPart, { respond: acceptedRun }),
  endpoint(backTests.startBackTestContract, startBackTest),
  endpoint(backTests.listBackTestsContract, listBackTests),
  endpoint(backTests.getBackTestContract, getBackTest),
  endpoint(backTests.stopBackTestContract, stopBackTest),
  endpoint(backTests.listBackTestRunsContract, listBackTestRuns),
  endpoint(backTests.compareBackTestRunContract, compareBackTestRun),
  endpoint(workflowTests.listWorkflowTestsContract, listWorkflowTests),
  endpoint(workflowTests.addWorkflowTestContract, addWorkflowTest),
  endpoint(workflowTests.runWorkflowTestsContract, runWorkflowTests),
  endpoint(workflowTests.getWorkflowTestContract, getWorkflowTest),
  endpoint(workflowTests.changeWorkflowTestContract, changeWorkflowTest),
  endpoint(workflowTests.deleteWorkflowTestContract, deleteWorkflowTest),
  endpoint(workflowTests.getPublishNeedsContract, getPublishNeeds),
  endpoint(workflowTests.setPublishNeedsContract, setPublishNeeds),
  endpoint(testSets.getTestSetContract, getTestSet),
  endpoint(testSets.deleteTestSetContract, deleteTestSet),
  endpoint(testSets.getTrialProgressContract, getTrialProgress),
  endpoint(testSets.addTestCaseContract, addTestCase),
  endpoint(testSets.addTestCaseFromRunContract, addTestCaseFromRun),
  endpoint(testSets.changeTestCaseContract, changeTestCase),
  endpoint(testSets.deleteTestCaseContract, deleteTestCase),
  endpoint(testSets.startTrialContract, startTrial),
  endpoint(testSets.stopTrialContract, stopTrial),

  endpoint(schedules.listSchedulesContract, listSchedules),
  endpoint(schedules.listWorkflowSchedulesContract, listSchedules),
  endpoint(schedules.createScheduleContract, createSchedule),
  endpoint(schedules.getScheduleContract, getSchedule),
  endpoint(schedules.updateScheduleContract, updateSchedule),
  endpoint(schedules.deleteScheduleContract, deleteSchedule),
  endpoint(schedules.runScheduleNowContract, runScheduleNow),
  endpoint(schedules.pauseScheduleContract, pauseSchedule),
  endpoint(schedules.resumeScheduleContract, resumeSchedule),
  endpoint(schedules.listOccurrencesContract, listOccurrences),
  endpoint(schedules.listBackfillsContract, listBackfills),
  endpoint(schedules.createBackfillContract, createBackfill),
  endpoint(schedules.cancelBackfillContract, cancelBackfill),

  endpoint(tasks.getTaskContract, getTask),
  endpoint(tasks.getTaskProgressContract, getTaskProgress),
  endpoint(tasks.cancelTaskContract, cancelTask),
  endpoint(tasks.listUnknownOutcomesContract, listUnknownOutcomes),
  endpoint(tasks.answerOutcomeContract, answerOutcome),

  endpoint(asyncResults.createAsyncResultContract, createAsyncResult, { respond: newAsyncResult }),
  endpoint(asyncResults.getAsyncResultContract, getAsyncResult, {
    respond: (body) => ({ status: 200, headers: retryAfter(body), body }),
  }),
  endpoint(asyncResults.completeAsyncResultContract, completeAsyncResult),
  endpoint(asyncResults.sleepAsyncResultsContract, sleepAsyncResults),

  endpoint(comments.listCommentsContract, listComments),
  endpoint(comments.addCommentContract, addComment),
  endpoint(comments.changeCommentContract, changeComment),
  endpoint(comments.deleteCommentContract, deleteComment),
  endpoint(comments.listRunPeopleContract, listRunPeople),
  endpoint(comments.listRunFilesContract, listRunFiles),
  endpoint(comments.addRunFileContract, addRunFile),
  endpoint(comments.removeRunFileContract, removeRunFile),
  endpoint(comments.getRunHistoryContract, getRunHistory),

  endpoint(getWorkloadContract, getWorkload),
  endpoint(absences.getOwnAbsencesContract, getOwnAbsences),
  endpoint(absences.addOwnAbsenceContract, addOwnAbsence),
  endpoint(absences.changeOwnAbsenceContract, changeOwnAbsence),
  endpoint(absences.endOwnAbsenceContract, endOwnAbsence),
  endpoint(absences.getMemberAbsencesContract, getMemberAbsences),
  endpoint(absences.addMemberAbsenceContract, addMemberAbsence),
  endpoint(absences.changeMemberAbsenceContract, changeMemberAbsence),
  endpoint(absences.endMemberAbsenceContract, endMemberAbsence),
  endpoint(notifications.listNotificationsContract, listNotifications),
  endpoint(notifications.countNotificationsContract, countNotifications),
  endpoint(notifications.readNotificationsContract, readNotifications),
  endpoint(notifications.getNotificationChoicesContract, getNotificationChoices),
  endpoint(notifications.setNotificationChoicesContract, setNotificationChoices),
  endpoint(notifications.getBrowsersContract, getBrowsers),
  endpoint(notifications.addBrowserContract, addBrowser),
  endpoint(notifications.removeBrowserContract, removeBrowser),
  endpoint(notifications.stopNotificationMailsContract, stopNotificationMails),

  endpoint(screens.listScreensContract, listScreens),
  endpoint(screens.countScreensContract, countScreens),
  endpoint(inboxViews.listInboxViewsContract, listInboxViews),
  endpoint(inboxViews.createInboxViewContract, createInboxView),
  endpoint(inboxViews.changeInboxViewContract, changeInboxView),
  endpoint(inboxViews.deleteInboxViewContract, deleteInboxView),
  endpoint(personalSettings.getPersonalSettingsContract, getPersonalSettings),
  endpoint(personalSettings.changePersonalSettingsContract, changePersonalSettings),
  endpoint(screenWork.listAssigneesContract, listAssignees),
  endpoint(screenWork.changeScreensContract, changeScreens),
  endpoint(screenWork.undoScreenChangesContract, undoScreenChanges),
  endpoint(screenWork.assignScreenContract, assignScreen),
  endpoint(screenWork.returnScreenContract, returnScreen),
  endpoint(screens.getScreenContract, getScreen),
  endpoint(screens.screenEventsContract, screenEventStream, { respond: eventStream }),
  endpoint(screens.saveScreenDraftContract, saveScreenDraft),
  endpoint(screens.claimNextScreenContract, claimNextScreen),
  endpoint(screens.claimScreenContract, claimScreen),
  endpoint(screens.releaseScreenContract, releaseScreen),
  endpoint(screens.completeScreenContract, completeScreen),
  endpoint(deadlines.getScreenDeadlinesContract, getScreenDeadlines),
  endpoint(deadlines.changeScreenDatesContract, changeScreenDates),

  endpoint(forms.listFormsContract, listForms),
  endpoint(forms.getFormContract, getForm),
  endpoint(forms.submitFormContract, submitForm),
  endpoint(forms.getPublicFormContract, getPublicForm),
  endpoint(forms.submitPublicFormContract, submitPublicForm, {
    input: ({ params, query, body, request: { headers } }) => ({
      ...params,
      ...query,
      ...body,
      proof: headers.get('form-proof') ?? undefined,
      signs: signsOf(headers.get('form-signs')),
    }),
  }),
  endpoint(forms.savePublicFormContract, savePublicForm),
  endpoint(forms.openSavedFormContract, openSavedPublicForm),
  endpoint(forms.uploadPublicFormFileContract, uploadPublicFormFile, {
    input: ({ params, request }) => ({ ...params, upload: uploadOf(request) }),
  }),
  endpoint(forms.beginPublicUploadContract, beginPublicUpload),
  endpoint(forms.getPublicUploadContract, getPublicUpload),
  endpoint(forms.sendPublicPartContract, receivePublicPart, {
    input: ({ params, query, request }) => ({ ...params, ...query, ...partOf(request) }),
  }),

  endpoint(files.uploadFileContract, uploadFile, {
    input: ({ request }) => uploadOf(request),
  }),
  endpoint(files.getFileContract, getFile),
  endpoint(files.getFileContentContract, downloadFile, { respond: fileResponse }),
  endpoint(files.getFileLinkContract, getFileLink),
  endpoint(filePages.listFilePagesContract, listFilePages),
  endpoint(filePages.getFilePageContract, getFilePage),
  endpoint(filePages.searchFileContract, searchFile),
  endpoint(filePages.getFilePagePictureContract, getFilePagePicture, {
    respond: privatePictureResponse,
  }),
  endpoint(files.beginUploadContract, beginUpload),
  endpoint(files.getUploadContract, getUpload),
  endpoint(files.sendPartContract, receivePart, {
    input: ({ params, query, request }) => ({ ...params, ...query, ...partOf(request) }),
  }),

  endpoint(integrations.createTextNoteContract, createTextNote),
  endpoint(integrations.searchHomecarePatientsContract, searchHomecarePatients),

  endpoint(clearinghouse.calculatePatientCostContract, calculatePatientCost),
  endpoint(clearinghouse.checkEligibilityContract, checkEligibility),

  endpoint(billing.updateBillingPatientContract, updateBillingPatient, {
    // The patient may have fields of any name, including those of the address.
    input: ({ params, body }) => ({ ...params, version: Number(params.version), patient: body }),
  }),

  endpoint(bank.syncBankTransactionsContract, syncBankTransactions),

  endpoint(directory.listDirectoryGroupUsersContract, listDirectoryGroupUsers),
  endpoint(directories.listDirectoriesContract, listDirectories),
  endpoint(directories.createDirectoryContract, createDirectory),
  endpoint(directories.getDirectoryContract, getDirectory),
  endpoint(directories.changeDirectoryContract, changeDirectory),
  endpoint(directories.deleteDirectoryContract, deleteDirectory),
  endpoint(directories.rotateDirectoryTokenContract, rotateDirectoryToken),
  endpoint(directories.requestDirectorySyncContract, requestDirectorySync),
  endpoint(directories.setDirectoryWebhookSecretContract, setDirectoryWebhookSecret),
  endpoint(directories.receiveDirectoryWebhookContract, receiveDirectoryWebhook, {
    input: smallWebhookInput,
  }),
  endpoint(directories.listDirectoryUsersContract, listDirectoryUsers),
  endpoint(directories.decideDirectoryPlanContract, decideDirectoryPlan),
  endpoint(directories.playSandboxDirectoryContract, playSandboxDirectory),
  endpoint(directories.listDirectoryGroupsContract, listDirectoryGroups),
  endpoint(directories.listMemberGroupsContract, listMemberGroups),
  endpoint(directories.setDirectoryGroupRoleContract, setDirectoryGroupRole),
  endpoint(directories.setDirectoryGroupCalendarContract, setDirectoryGroupCalendar),

  endpoint(payerDocs.searchPayerDocumentsContract, searchPayerDocuments, {
    input: ({ params, body }) => ({ ...params, criteria: body }),
  }),
  endpoint(payerDocs.getPayerDocumentContract, getPayerDocument, { respond: fileResponse }),

  endpoint(warehouse.queryWarehouseContract, queryWarehouse),

  endpoint(documents.jsonToHtmlContract, convertJsonToHtml, {
    input: ({ body }) => ({ document: body }),
    respond: ({ html }, { request }) =>
      prefersHtml(request) ? htmlResponse(html) : { status: 200, body: { html } },
  }),

  endpoint(hie.requestPatientFhirContract, requestPatientFhir, { respond: comesLater }),
  endpoint(hie.requestPatientDocumentsContract, requestPatientDocuments, { respond: comesLater }),
  endpoint(hie.getHieWebhookContract, getHieWebhook),
  endpoint(hie.receiveHieWebhookContract, receiveHieWebhook, { input: webhookInput }),

  endpoint(letters.sendLetterContract, sendLetter, {
    input: ({ body: { fileId, ...fields }, request }) =>
      isMultipart(request) ? { upload: uploadOf(request) } : { fileId, fields },
  }),
  endpoint(letters.listLettersContract, listLetters),
  endpoint(letters.getLetterContract, getLetter),
  endpoint(letterPreview.previewLetterContract, previewLetter),
  endpoint(letterPreview.getLetterPreviewContract, getLetterPreview),
  endpoint(letterPreview.checkAddressContract, checkAddress),
  endpoint(letters.getLettersWebhookContract, getLettersWebhook),
  endpoint(letters.receiveLetterWebhookContract, receiveLetterWebhook, { input: webhookInput }),

  endpoint(faxes.listFaxesContract, listFaxes),
  endpoint(faxes.getFaxContract, getFax),
  endpoint(faxes.sendFaxAgainContract, sendFaxAgain),
  endpoint(faxes.startWithFaxContract, startWithFax),
  endpoint(faxes.getFaxLinesContract, getFaxLines),
  endpoint(faxes.setFaxLinesContract, setFaxLines),
  endpoint(faxes.getFaxWebhookContract, getFaxWebhook),
  endpoint(faxes.receiveFaxWebhookContract, receiveFaxWebhook, { input: smallWebhookInput }),

  endpoint(textMessages.listTextMessagesContract, listTextMessages),
  endpoint(textMessages.getTextMessageContract, getTextMessage),
  endpoint(textMessages.receiveSmsWebhookContract, receiveSmsWebhook, {
    input: async (sent) => ({
      ...(await smallWebhookInput(sent)),
      messageId: sent.params.messageId,
    }),
  }),

  endpoint(sql.runSqlContract, runSqlV1, { respond: sqlResponse }),
  endpoint(sql.runSqlV2Contract, runSqlV2, { respond: sqlResponse }),
  endpoint(sql.getSqlSchemaContract, getSqlSchema),
  endpoint(sql.getSqlSettingsContract, getSqlSettings),
  endpoint(sql.nameOutsideDatabaseContract, nameOutsideDatabase),
  endpoint(sql.forgetOutsideDatabaseContract, forgetOutsideDatabase),

  endpoint(policies.listPoliciesContract, listPolicies),
  endpoint(policies.createPolicyContract, createPolicy),
  endpoint(policies.uploadPolicyContract, uploadPolicy, {
    input: ({ params, request }) => ({ ...params, upload: uploadOf(request) }),
  }),
  endpoint(policies.getPolicyContract, getPolicy),
  endpoint(policies.updatePolicyContract, updatePolicy),
  endpoint(policies.deletePolicyContract, deletePolicy),
  endpoint(policies.getPolicyTextContract, getPolicyText),

  endpoint(templates.listTemplatesContract, listTemplates),
  endpoint(templates.createTemplateContract, createTemplate),
  endpoint(templates.uploadTemplateContract, uploadTemplate, {
    input: ({ params, request }) => ({ ...params, upload: uploadOf(request) }),
  }),
  endpoint(templates.getTemplateContract, getTemplate),
  endpoint(templates.updateTemplateContract, updateTemplate),
  endpoint(templates.saveTemplateContract, saveTemplate),
  endpoint(templates.listTemplateVersionsContract, listTemplateVersions),
  endpoint(templates.getTemplateVersionContract, getTemplateVersion),
  endpoint(templates.getTemplateFileContract, getTemplateFile, { respond: fileResponse }),
  endpoint(templates.restoreTemplateVersionContract, restoreTemplateVersion),
  endpoint(templates.renderTemplateContract, renderTemplate),
  endpoint(templates.deleteTemplateContract, deleteTemplate),

  endpoint(connections.listConnectionKindsContract, listConnectionKinds),
  endpoint(connections.listConnectionsContract, listConnections),
  endpoint(listWorkerLabelsContract, listWorkerLabels),
  endpoint(connections.createConnectionContract, createConnection),
  endpoint(connections.getConnectionContract, getConnection),
  endpoint(connections.updateConnectionContract, updateConnection),
  endpoint(connections.deleteConnectionContract, deleteConnection),
  endpoint(connectionReplacement.previewReplacementContract, previewReplacement),
  endpoint(connectionReplacement.replaceConnectionContract, replaceConnection),
  endpoint(connections.testConnectionContract, testConnection),
  endpoint(connections.listConnectionCallsContract, listConnectionCalls),
  endpoint(models.getModelUseContract, getModelUse),
  endpoint(models.getRunModelUseContract, getRunModelUse),
  endpoint(models.previewReplacedContract, previewReplaced),

  endpoint(mails.listMailsContract, listMails),
  endpoint(mails.getMailContract, getMail),
  endpoint(mails.answerHeldMailContract, answerHeldMail),
  endpoint(mails.listSuppressedAddressesContract, listSuppressedAddresses),
  endpoint(mails.liftSuppressionContract, liftSuppression),
  endpoint(mailSender.getMailSenderContract, getMailSender),
  endpoint(mailSender.changeMailSenderContract, changeMailSender),
  endpoint(mailSender.createDkimKeyContract, createDkimKey),
  endpoint(mailSender.deleteDkimKeyContract, deleteDkimKey),
  endpoint(mailSender.checkMailRecordsContract, checkMailRecords),
  endpoint(mailSender.sendTestMailContract, sendTestMail),
  endpoint(mailSender.receiveMailWebhookContract, receiveMailWebhook, { input: webhookInput }),
  endpoint(receivedMails.listReceivedMailsContract, listReceivedMails),
  endpoint(receivedMails.getReceivedMailContract, getReceivedMail),
  endpoint(receivedMails.downloadReceivedMailContract, downloadReceivedMail, {
    respond: fileResponse,
  }),
  endpoint(receivedMails.startReceivedMailContract, startReceivedMail),
  endpoint(receivedMails.getMailTriggerContract, getMailTrigger),
  endpoint(receivedMails.setMailTriggerContract, setMailTrigger),
  endpoint(receivedMails.rotateMailTriggerContract, rotateMailTrigger),
  endpoint(receivedMails.receiveInboundMailContract, receiveInboundMail, {
    input: ({ params, request }) => ({
      provider: params.provider,
      headers: request.headers,
      body: request.body as AsyncIterable<Uint8Array> | null,
    }),
  }),

  endpoint(secureMessages.sendSecureMessageContract, sendSecureMessage),
  endpoint(secureMessages.listSecureMessagesContract, listSecureMessages),
  endpoint(secureMessages.getSecureMessageContract, getSecureMessage),
  endpoint(secureMessages.getSecureMessageFileContract, downloadMessageFile, {
    respond: fileResponse,
  }),
  endpoint(secureMessages.withdrawSecureMessageContract, withdrawSecureMessage),
  endpoint(secureMessages.renewSecureLinkContract, renewSecureLink),
  endpoint(secureMessages.changeSecureAddressContract, changeSecureAddress),
  endpoint(secureMessages.changeCodeWayContract, changeSecureCodeWay),
  endpoint(secureMessages.tellSecureCodeContract, tellSecureCode),
  endpoint(secureMessages.openSecureLinkContract, openSecureLink, { respond: withMessageCookie }),
  endpoint(secureMessages.getSecureLinkContract, getSecureLink, {
    input: visitorIn,
    respond: toRecipient,
  }),
  endpoint(secureMessages.askSecureCodeContract, askSecureCode, {
    input: visitorIn,
    respond: asked,
  }),
  endpoint(secureMessages.unlockSecureMessageContract, unlockSecureMessage, {
    input: (sent) => ({ ...sent.body, ...visitorIn(sent) }),
    respond: withMessageCookie,
  }),
  endpoint(secureMessages.getSecureContentContract, getSecureContent, {
    input: visitorIn,
    respond: toRecipient,
  }),
  endpoint(secureMessages.getSecureContentFileContract, getSecureContentFile, {
    input: (sent) => ({ fileId: sent.params.fileId, ...visitorIn(sent) }),
    respond: fileToRecipient,
  }),
  endpoint(secureMessages.putSecureReplyFileContract, putSecureReplyFile, {
    input: (sent) => ({
      fileId: sent.params.fileId,
      upload: uploadOf(sent.request),
      ...visitorIn(sent),
    }),
    respond: toRecipient,
  }),
  endpoint(secureMessages.replyToSecureMessageContract, replyToSecureMessage, {
    input: (sent) => ({ ...sent.body, replyId: sent.params.replyId, ...visitorIn(sent) }),
    respond: toRecipient,
  }),
  endpoint(secureMessages.closeSecureMessageContract, closeSecureMessage, {
    input: visitorIn,
    respond: withoutReading,
  }),

  endpoint(home.getHomeContract, getHome),

  endpoint(apiKeys.listApiKeysContract, listApiKeys),
  endpoint(apiKeys.createApiKeyContract, createApiKey),
  endpoint(apiKeys.changeApiKeyContract, changeApiKey),
  endpoint(apiKeys.rotateApiKeyContract, rotateApiKey),
  endpoint(apiKeys.deleteApiKeyContract, deleteApiKey),

  endpoint(members.listMembersContract, listMembers),
  endpoint(members.addMemberContract, addMember),
  endpoint(members.getMemberContract, getMember),
  endpoint(members.getMemberAccessContract, getMemberAccess),
  endpoint(members.changeMemberContract, changeMember),
  endpoint(members.disableMemberContract, disableMember),
  endpoint(members.enableMemberContract, enableMember),
  endpoint(members.removeMemberContract, removeMember),
  endpoint(members.listInvitationsContract, listInvitations),
  endpoint(members.renewInvitationContract, renewInvitation),
  endpoint(members.revokeInvitationContract, revokeInvitation),
  endpoint(members.openInvitationContract, openInvitation),
  endpoint(members.acceptInvitationContract, acceptInvitation, { respond: acceptedOrPending }),
  endpoint(members.declineInvitationContract, declineInvitation),
  endpoint(members.joinOrganizationContract, joinOrganization, {
    respond: ({ joined, sessionId }) => movedSession(201, joined, sessionId),
  }),

  endpoint(memberships.listMembershipsContract, listMemberships),
  endpoint(memberships.listOrganizationsElsewhereContract, listOrganizationsElsewhere),
  endpoint(memberships.switchOrganizationContract, switchOrganization, {
    respond: ({ membership, sessionId }) => movedSession(200, membership, sessionId),
  }),

  endpoint(settings.getSettingsContract, getSettings),
  endpoint(getUsageContract, getUsage),
  endpoint(settings.changeSettingsContract, changeSettings),
  endpoint(calendars.listCalendarsContract, listCalendars),
  endpoint(calendars.getCalendarContract, getCalendar),
  endpoint(calendars.createCalendarContract, createCalendar),
  endpoint(calendars.changeCalendarContract, changeCalendar),
  endpoint(calendars.deleteCalendarContract, deleteCalendar),
  endpoint(calendars.listHolidaysContract, listHolidays),
  endpoint(calendars.listHolidayCountriesContract, listHolidayCountries),
  endpoint(settings.setLogoContract, setLogo, {
    input: async ({ request }) => ({ bytes: await readBytes(request, maxLogoBytes) }),
  }),
  endpoint(settings.removeLogoContract, removeLogo),
  endpoint(settings.getLogoContract, getLogo, { respond: pictureResponse }),

  endpoint(installation.examineInstallationContract, examineInstallation),
  endpoint(instance.listOrganizationsContract, listOrganizations),
  endpoint(instance.createOrganizationContract, createOrganization),
  endpoint(instance.renameOrganizationContract, renameOrganization),
  endpoint(instance.limitOrganizationContract, limitOrganization),
  endpoint(instance.setQuotasContract, setQuotas),
  endpoint(instance.inviteFirstOwnerContract, inviteFirstOwner, {
    respond: ({ invitation }) => ({ status: 201, body: invitation }),
  }),
  endpoint(instance.listInstanceAdministratorsContract, listInstanceAdministrators),
  endpoint(instance.addInstanceAdministratorContract, addInstanceAdministrator),
  endpoint(instance.removeInstanceAdministratorContract, removeInstanceAdministrator),

  endpoint(sessions.listMemberSessionsContract, listMemberSessions),
  endpoint(sessions.endMemberSessionContract, endMemberSession),
  endpoint(sessions.endMemberSessionsContract, endMemberSessions),
  endpoint(ownSession.getOwnSessionContract, getOwnSession),
  endpoint(ownSession.reportActivityContract, reportActivity),
  endpoint(ownSession.lockSessionContract, lockSession),
  endpoint(ownSession.askSessionPasskeyContract, askSessionPasskey),
  endpoint(ownSession.confirmSessionContract, confirmSession, {
    input: ({ body, request }) => ({ ...body, device: deviceOf(request) }),
  }),
  endpoint(singleSignOn.getSingleSignOnContract, getSingleSignOn),
  endpoint(singleSignOn.createSsoConnectionContract, createSsoConnection, {
    input: ({ body }) => body,
  }),
  endpoint(singleSignOn.changeSsoConnectionContract, changeSsoConnection),
  endpoint(singleSignOn.deleteSsoConnectionContract, deleteSsoConnection),
  endpoint(singleSignOn.testSsoConnectionContract, testSsoConnection, {
    respond: ({ url, cookie }) => ({
      status: 200,
      headers: { 'set-cookie': cookie },
      body: { url },
    }),
  }),
  endpoint(singleSignOn.renewSsoKeyContract, renewSsoKey),
  endpoint(singleSignOn.readSamlMetadataContract, readSamlMetadata, {
    input: ({ body }) => body,
  }),
  endpoint(singleSignOn.addEmailDomainContract, addEmailDomain),
  endpoint(singleSignOn.checkEmailDomainContract, checkEmailDomain),
  endpoint(singleSignOn.changeEmailDomainContract, changeEmailDomain),
  endpoint(singleSignOn.deleteEmailDomainContract, deleteEmailDomain),
  endpoint(singleSignOn.setBreakGlassOwnersContract, setBreakGlassOwners),

  endpoint(sessions.listSessionsContract, listSessions),
  endpoint(sessions.endSessionContract, endSession),
  endpoint(sessions.endAllSessionsContract, endAllSessions),
  endpoint(sessions.changePasswordContract, changePassword),
  endpoint(sessions.createFirstOwnerContract, createFirstOwner),

  endpoint(security.getSecurityContract, getSecurity),
  endpoint(security.startTotpContract, startTotp),
  endpoint(security.addTotpContract, addTotp),
  endpoint(security.removeTotpContract, removeTotp),
  endpoint(security.startPasskeyContract, startPasskey),
  endpoint(security.addPasskeyContract, addPasskey),
  endpoint(security.renamePasskeyContract, renamePasskey),
  endpoint(security.removePasskeyContract, removePasskey),
  endpoint(security.replaceRecoveryCodesContract, replaceRecoveryCodes),

  endpoint(signIn.getSignInContract, getSignIn, { input: signInInput }),
  endpoint(signIn.endSignInContract, endSignIn, {
    input: signInInput,
    respond: withoutPendingSignIn,
  }),
  endpoint(signIn.giveCodeContract, giveSignInCode, signInOptions),
  endpoint(signIn.askPasskeyContract, askSignInPasskey, { input: signInInput }),
  endpoint(signIn.givePasskeyContract, giveSignInPasskey, signInOptions),
  endpoint(signIn.setUpAtSignInContract, setUpSignInTotp, { input: signInInput }),
  endpoint(signIn.confirmAtSignInContract, confirmSignInTotp, signInOptions),
  endpoint(signIn.makePasskeyAtSignInContract, makeSignInPasskey, { input: signInInput }),
  endpoint(signIn.addPasskeyAtSignInContract, addSignInPasskey, signInOptions),
  endpoint(signIn.replacePasswordContract, replaceSignInPassword, signInOptions),
  endpoint(signIn.skipStepContract, skipSignInStep, signInOptions),
  endpoint(signIn.requestResetContract, requestPasswordReset),
  endpoint(signIn.resetPasswordContract, resetPassword),

  endpoint(audit.listAuditContract, listAudit),
  endpoint(audit.exportAuditContract, exportAudit, { respond: csvFile }),

  endpoint(changelog.changelogFeedContract, readChangelogFeed, { respond: rssFeed }),

  endpoint(service.readHealthContract, readHealth),
  endpoint(service.readReadinessContract, readReadiness),
  endpoint(service.readMetricsContract, readMetrics, {
    input: ({ request }) => requireMetricsToken(request.headers.get('authorization')),
    respond: prometheusText,
  }),

  endpoint(openApi.readOpenApiContract, async () => readReference(), { constant: true }),
]

export const contracts = endpoints.map(({ contract }) => contract)

/** Creates the OpenAPI document of the table for the base address of this service. */
export function readReference(): ReturnType<typeof cachedOpenApiDocument> {
  return cachedOpenApiDocument(env().BASE_URL, contracts)
}
