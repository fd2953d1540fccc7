import type { ReportTaker } from './mail-server.ts'

/** Takes no reports about mails that we sent. */
export const noReports: ReportTaker = {
  isReportAddress: () => false,
  receive: async () => undefined,
}
