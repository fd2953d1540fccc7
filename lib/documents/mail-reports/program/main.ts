import { serve } from '#lib/process-pool/serve'
import type { MailReportRequest } from '../report-messages.ts'
import { readReport } from './read-report.ts'

/** The program of a process that reads reports about mails; it keeps nothing between them. */
await serve<MailReportRequest>(async (_request, { bytes }) => ({ reply: await readReport(bytes) }))
