import { afterAll, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { complaintReport, deliveryReport, reported } from '#test/samples/mail-reports'
import { readMailReport } from './ask-report.ts'
import { maxReportBytes } from './report-messages.ts'

// They start a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const read = async (raw: Uint8Array | string) =>
  await readMailReport('one', typeof raw === 'string' ? Buffer.from(raw) : raw)

it('reads each recipient of a delivery report, and not what the mail quotes', async () => {
  const delayed = { action: 'Delayed', status: '4.4.1', diagnostic: 'smtp; connection timed out' }
  expect(
    await read(deliveryReport(reported('a@example.com'), reported('b@example.com', delayed))),
  ).toEqual({
    kind: 'delivery',
    recipients: [
      {
        final: 'a@example.com',
        original: 'a@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 No such user',
      },
      {
        final: 'b@example.com',
        original: 'b@example.com',
        action: 'delayed',
        status: '4.4.1',
        diagnostic: 'connection timed out',
      },
    ],
  })
})

it('reads a report whose quoted mail was cut off', async () => {
  const report = deliveryReport(reported('a@example.com'))
  const cut = report.subarray(0, report.indexOf('Subject: A referral'))
  expect(await read(cut)).toMatchObject({ recipients: [{ final: 'a@example.com' }] })
})

it('reads a complaint with the path of the mail', async () => {
  const sender = 'bounce+token@mail.example.com'
  expect(await read(complaintReport('a@example.com', sender))).toEqual({
    kind: 'complaint',
    feedback: 'abuse',
    recipients: ['a@example.com'],
    senders: [sender, sender],
  })
})

it.each([
  ['an answer of somebody', 'Subject: On holiday\r\nAuto-Submitted: auto-replied\r\n\r\nBack soon'],
  ['nothing', ''],
  ['bytes without sense', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 37) % 256))],
  [
    'parts without an end',
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n'.repeat(2000)}`,
  ],
  ['more than a report has', Buffer.alloc(maxReportBytes + 1, 'a')],
])('takes %s for no report', async (_what, raw) => {
  expect(await read(raw)).toEqual({ kind: 'other' })
})

it('bounds what a report says', async () => {
  const long = reported('a@example.com', { diagnostic: `smtp; ${'x'.repeat(5000)}` })
  const report = await read(deliveryReport(...Array.from({ length: 150 }, () => long)))
  expect(report).toMatchObject({ kind: 'delivery' })
  const recipients = report.kind === 'delivery' ? report.recipients : []
  expect(recipients).toHaveLength(100)
  expect(recipients[0]?.diagnostic?.length).toBeLessThanOrEqual(1000)
})
