import { inOrganization } from '#db/client'
import { startReporting } from '#lib/engine/worker/report-numbers'
import type { WorkerOptions } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { publicFetch } from '#lib/integrations/outbound/public-fetch'
import { startExpiryWarnings } from '#lib/operations/api-keys/start-expiry-warnings'
import { askDocuments } from '#lib/operations/ask/ask-documents'
import { findRunAsyncResult } from '#lib/operations/async-results/find-run-async-result'
import { startAsyncResultExpiry } from '#lib/operations/async-results/start-async-result-expiry'
import { openConnection } from '#lib/operations/connections/open-connection'
import { startDirectorySync } from '#lib/operations/directory-sync/start-directory-sync'
import { readFilePages } from '#lib/operations/documents/read-file-pages'
import { searchFilePages } from '#lib/operations/documents/search-file-pages'
import { changeRunPdfs } from '#lib/operations/files/change-run-pdfs'
import { runFileContent } from '#lib/operations/files/run-file-content'
import { storeRunFile } from '#lib/operations/files/store-run-file'
import { startDeadlineWork } from '#lib/operations/deadlines/start-deadline-work'
import { startHistory } from '#lib/operations/history/start-history'
import { requestHie } from '#lib/operations/hie/request-hie'
import { sendFax } from '#lib/operations/faxes/send-fax'
import { startFaxWork } from '#lib/operations/faxes/start-fax-work'
import { hearTest } from '#lib/operations/connections/hear-test'
import { startHieRequests } from '#lib/operations/hie/start-hie-requests'
import { startLetterWork } from '#lib/operations/letters/start-letter-work'
import { sendRunLetter } from '#lib/operations/letters/send-run-letter'
import { sendTextMessage } from '#lib/operations/text-messages/send-text-message'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { findMailStatus } from '#lib/operations/mails/find-mail-status'
import { queueMail } from '#lib/operations/mails/queue-mail'
import { startAbsenceWork } from '#lib/operations/absences/start-absence-work'
import { standIns } from '#lib/operations/absences/stand-ins'
import { workingTime } from '#lib/operations/calendars/working-time-of'
import { runReceivedMail, runReplyAddress } from '#lib/operations/received-mails/ask-by-mail'
import { startReceivedMailWork } from '#lib/operations/received-mails/start-received-mail-work'
import { replayParts } from '#lib/operations/computing/replay-parts'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { getPolicyOrThrow } from '#lib/operations/policies/find-policy'
import { startScheduler } from '#lib/operations/schedules/start-scheduler'
import { runMessageAnswer, sendRunMessage } from '#lib/operations/secure-messages/send-run-message'
import { startMessageWork } from '#lib/operations/secure-messages/start-message-work'
import { startSingleSignOnWork } from '#lib/operations/single-sign-on/background'
import { runStepStatement } from '#lib/operations/sql/run-step-statement'
import { readRunTable } from '#lib/operations/tables/read-run-table'
import { runTableIndex, runTableRows } from '#lib/operations/tables/run-table'
import { writeRunTable } from '#lib/operations/tables/write-run-table'
import { fillRunTemplate } from '#lib/operations/templates/fill-run-template'
import { startNotificationWork } from '#lib/operations/notifications/start-notification-work'
import { startBackTestWork } from '#lib/operations/back-tests/start-back-test-work'
import { startTrialWork } from '#lib/operations/test-sets/start-trial-work'
import type { StepServices } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { ownServing } from '#lib/worker-labels'

/** The composition root: it connects engine and steps with the parts of the product. */
const stepServices: StepServices = {
  ...replayParts.services,
  childWorkflow,
  workingTime,
  standIns,
  sendMail: async (organizationId, mail) =>
    await inOrganization(organizationId, (tx) => queueMail(tx, organizationId, mail)),
  mailStatus: findMailStatus,
  async policyText(organizationId, policyId) {
    const { title, text } = await inOrganization(organizationId, (tx) =>
      getPolicyOrThrow(tx, policyId),
    )
    return { policyId, title, text }
  },
  fillTemplate: fillRunTemplate,
  asyncResult: findRunAsyncResult,
  requestHie: async (organizationId, call) =>
    await inOrganization(organizationId, (tx) =>
      requestHie(tx, organizationId, { ...call, createdBy: 'a workflow', createdById: null }),
    ),
  storeFile: storeRunFile,
  fileContent: runFileContent,
  readDocument: async (organizationId, request) =>
    await readFilePages(organizationId, { ...request, wait: 'long' }),
  searchDocuments: async (organizationId, request) =>
    await searchFilePages(organizationId, { ...request, wait: 'long' }),
  readTable: readRunTable,
  tableIndex: runTableIndex,
  tableRows: runTableRows,
  writeTable: writeRunTable,
  changePdfs: changeRunPdfs,
  sendLetter: sendRunLetter,
  sendSecureMessage: sendRunMessage,
  secureMessageAnswer: runMessageAnswer,
  mailReplyAddress: runReplyAddress,
  receivedMail: runReceivedMail,
  sendTextMessage,
  sendFax,
  askDocuments,
  runSql: runStepStatement,
  fetchPublic: async (request) => await publicFetch(request, env().HTTP_ALLOW_PRIVATE),
}

/** What goes on in workers that serve what is bound to no label. */
const unboundWork: NonNullable<WorkerOptions['background']> = [
  startScheduler,
  startDeadlineWork,
  startAbsenceWork,
  startHistory,
  startReceivedMailWork,
  startAsyncResultExpiry,
  startExpiryWarnings,
  startMessageWork,
  startSingleSignOnWork,
  startTrialWork,
  () => startBackTestWork(replayParts),
  startNotificationWork,
]

/** The options of this product's worker processes. */
export function workerOptions(): WorkerOptions {
  return {
    services: stepServices,
    stepTypes,
    openConnection,
    handlers: {
      mail: async (payload, workerId) => await deliverMail(payload, env(), workerId),
    },
    labelHandlers: { 'connection-test': hearTest },
    background: [
      ...(ownServing().unbound ? unboundWork : []),
      startHieRequests,
      startFaxWork,
      startLetterWork,
      startDirectorySync,
      startReporting,
    ],
  }
}
