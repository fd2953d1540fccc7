import { ApiError } from '#lib/domain/api-error'
import type { ProcessKind } from '#lib/process-pool/kind'
import { sharedPool } from '#lib/process-pool/shared-pool'
import {
  mailReportSchema,
  maxReportBytes,
  type MailReport,
  type MailReportRequest,
} from './report-messages.ts'

/** Reads reports in processes: anybody may send one. */
const reportKind: ProcessKind<MailReport> = {
  name: 'mail reports',
  program: 'lib/documents/mail-reports/program/main.ts',
  readable: ['lib/documents/mail-reports', 'node_modules'],
  nobody: true,
  heapMegabytes: 128,
  reply: mailReportSchema,
  replyBytes: 1024 * 1024,
  residentBytes: 300 * 1024 * 1024,
  restingBytes: 200 * 1024 * 1024,
  reuse: 'all',
  callsPerProcess: 200,
  idleMs: 60_000,
  places: 1,
  longAfterMs: 1_000,
  perOrganization: { waiting: 50 },
}

/**
 * Reads a report about a mail. One that is too large, damaged or costly is `other`: it proves
 * nothing. Throws `unavailable` when no process reads it now; its sender then tries again.
 */
export async function readMailReport(
  organizationId: string,
  bytes: Uint8Array,
  timeoutMs = 5_000,
): Promise<MailReport> {
  if (bytes.byteLength > maxReportBytes) return { kind: 'other' }
  const answer = await sharedPool<MailReportRequest, MailReport>(reportKind).ask({
    request: { do: 'read report' },
    bytes,
    organizationId,
    timeoutMs,
    waitMs: 30_000,
  })
  if (answer.type === 'reply') return answer.reply
  // The report itself is at fault.
  if (['deadline', 'memory', 'died'].includes(answer.type)) return { kind: 'other' }
  throw new ApiError(
    'unavailable',
    'Reports about mails cannot be read at the moment. Try again in a moment.',
    {},
    { headers: { 'retry-after': '60' } },
  )
}
