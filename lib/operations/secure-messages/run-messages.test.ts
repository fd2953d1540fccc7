import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { files } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { secureMessages } from '#db/schema/secure-messages'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { codeIn, lastMail, RecipientBrowser, tokenIn } from '#test/harness/secure-messages'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { runMessageAnswer, sendRunMessage } from './send-run-message.ts'
import { endDueMessages } from './start-message-work.ts'

const api = useApi()
const withdrawRoute = endpointsAt('/api/v2/secure-messages/{id}/withdraw')
let runId = ''
let email = ''

beforeEach(async () => {
  const definition = graph('one', { one: { type: 'screen', config: { title: 'Look' } } })
  const organizationId = api.organization.id
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  email = `${newId()}@example.com`
  const started = await inOrganization(organizationId, (tx) =>
    startRun(tx, {
      organizationId,
      workflowId,
      versionId,
      definition,
      startData: {},
      trigger: 'api',
      startedBy: 'a test',
      startedByUserId: null,
      sandbox: false,
    }),
  )
  runId = started.runId
})

type Message = Parameters<typeof sendRunMessage>[1]
const send = async (change: Partial<Message> = {}) =>
  await sendRunMessage(api.organization.id, {
    key: `${runId}:task`,
    runId,
    taskId: newId(),
    recipients: [{ email, codeWay: 'mail' }],
    subject: 'Zebra',
    text: 'Zebra',
    fileIds: [],
    validDays: 1,
    waitFor: undefined,
    withdrawOnCancel: true,
    signal: AbortSignal.timeout(60_000),
    ...change,
  })
async function reader(): Promise<RecipientBrowser> {
  const browser = new RecipientBrowser(api)
  await browser.open(tokenIn((await lastMail(email))?.text))
  await browser.ask()
  const code = codeIn((await lastMail(email, 'Your one-time code'))?.text)
  expect((await browser.unlock(code)).status).toBe(200)
  return browser
}
async function waited(id: string | null) {
  const [row] = await engineDb()
    .select()
    .from(asyncResults)
    .where(eq(asyncResults.id, id ?? ''))
  return row
}

it('one key is one message and one mail, also at once', async () => {
  const sent = await Promise.all([send({ waitFor: 'read' }), send({ waitFor: 'read' }), send()])
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(new Set(sent.map(({ asyncResultId }) => asyncResultId)).size).toBe(1)
  const all = await engineDb().select().from(secureMessages).where(eq(secureMessages.runId, runId))
  expect(all).toHaveLength(1)
})

it('a step that waits for “read” goes on when the code was right, with ids only', async () => {
  const { messageId, asyncResultId } = await send({ waitFor: 'read' })
  expect((await waited(asyncResultId))?.status).toBe('pending')
  const browser = await reader()
  const row = await waited(asyncResultId)
  const result = { event: 'read', recipientId: browser.id, replyId: null }
  expect(row).toMatchObject({ status: 'completed', result })
  const asked = { messageId, recipientId: browser.id, replyId: null, key: 'k', runId }
  expect(await runMessageAnswer(api.organization.id, asked)).toMatchObject({
    email,
    readAt: expect.any(String),
    reply: null,
  })
})

it('a reply is read once the step goes on; its files become files of the run, once', async () => {
  const { messageId, asyncResultId } = await send({ waitFor: 'replied' })
  const browser = await reader()
  expect((await waited(asyncResultId))?.status).toBe('pending')
  const fileId = newId()
  const part = { name: 'file', fileName: 'scan.txt', type: 'text/plain', content: 'a zebra' }
  await browser.upload(fileId, { body: multipart(part), headers: multipartHeaders })
  const replyId = newId()
  await browser.reply(replyId, { text: 'Zebra!', fileIds: [fileId] })
  // A second one changes nothing of what was waited for.
  await browser.reply(newId(), { text: 'And another.' })
  const row = await waited(asyncResultId)
  expect(row).toMatchObject({ status: 'completed', result: { event: 'replied', replyId } })
  expect(JSON.stringify(row)).not.toMatch(/zebra/i)
  const asked = { messageId, recipientId: browser.id, replyId, key: `${runId}:task`, runId }
  const answers = [
    await runMessageAnswer(api.organization.id, asked),
    await runMessageAnswer(api.organization.id, asked),
  ]
  expect(answers[0]).toMatchObject({ reply: { text: 'Zebra!', files: [{ fileName: 'scan.txt' }] } })
  expect(answers[1]).toEqual(answers[0])
  expect(await engineDb().select().from(files).where(eq(files.runId, runId))).toHaveLength(1)
  await api.send(withdrawRoute.POST, '/x', { params: { id: messageId } })
  await expect(runMessageAnswer(api.organization.id, asked)).rejects.toMatchObject({
    code: 'conflict',
  })
})

it.each(['withdrawn', 'expired'] as const)('a step that waits fails when it is %s', async (how) => {
  const { messageId, asyncResultId } = await send({ waitFor: 'replied' })
  if (how === 'withdrawn') await api.send(withdrawRoute.POST, '/x', { params: { id: messageId } })
  else {
    await engineDb()
      .update(secureMessages)
      .set({ expiresAt: sql`now()` })
      .where(eq(secureMessages.id, messageId))
    await endDueMessages()
  }
  expect(await waited(asyncResultId)).toMatchObject({
    status: 'failed',
    error: { code: `secure_message_${how}` },
  })
})

it.each([true, false])('a cancelled run withdraws its message: %s', async (withdrawOnCancel) => {
  const { messageId } = await send({ withdrawOnCancel })
  await endDueMessages()
  const status = async () =>
    (await engineDb().select().from(secureMessages).where(eq(secureMessages.id, messageId)))[0]
      ?.endReason
  expect(await status()).toBeNull()
  await engineDb()
    .update(runs)
    .set({ status: 'cancelled', finishedAt: sql`now()` })
    .where(eq(runs.id, runId))
  await endDueMessages()
  expect(await status()).toBe(withdrawOnCancel ? 'withdrawn' : null)
})
