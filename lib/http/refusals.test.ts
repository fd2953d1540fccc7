import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { idempotencyKeys } from '#db/schema/records'
import { isAllowed } from '#lib/auth/permissions'
import { usualRules } from '#lib/domain/calendar/calendar'
import { builtInRoles } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { paramsOf } from '#test/suites/params-of'

import { endpoints as table } from './endpoints.ts'

// Holds for every endpoint by construction: a caller without the permission learns nothing of a
// valid request, and no POST ignores its idempotency key.
const api = useApi()
const endpoints = table.map((handler) => ({ contract: handler.contract, handler }))
type Endpoint = (typeof endpoints)[number]
const named = (list: Endpoint[]) =>
  list.map((endpoint) => [endpoint.contract.id, endpoint] as const)

const guarded = endpoints.filter(({ contract }) => contract.auth === 'key')
const weaker = guarded.flatMap((endpoint) => {
  const { permission } = endpoint.handler
  const roles = permission ? builtInRoles.filter((role) => !isAllowed(role, permission)) : []
  return roles.map((role) => [endpoint.contract.id, role, endpoint] as const)
})

describe('401, then 403, then 400', () => {
  it('there is a permission at every endpoint', () => {
    const open = guarded.filter(({ handler }) => handler.permission === undefined)
    expect(open.map(({ contract }) => contract.id)).toEqual([])
    expect(weaker.length).toBeGreaterThan(50)
  })

  it.each(weaker)('%s by a %s: 403 whatever is sent', async (_id, role, { contract, handler }) => {
    const { params, address } = paramsOf(contract)
    const body = contract.hasBody && contract.binary === undefined ? { nosuch: [] } : undefined
    const wrong = [
      { path: `${address}?nosuch=1`, params },
      { path: address, params: { ...params, id: '?', nosuch: '?' }, body },
      { path: address, params, body: body && '{"not": JSON' },
    ]
    for (const { path, ...sent } of wrong) {
      const { status, body: answer } = await api.send(handler, path, { ...sent, as: role })
      expect([path, status, JSON.stringify(answer).includes('nosuch')]).toEqual([path, 403, false])
    }
  })
})

const credential = { id: 'x', rawId: 'x', type: 'public-key' }
const attestation = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const assertion = {
  ...credential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

/** Bodies of the contracts without an example. */
const bodies: Record<string, object> = {
  addTestCase: { name: 'A case', fileIds: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'], expected: {} },
  addTestCaseFromRun: { runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002' },
  addWorkflowTest: { name: 'A test', runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c005' },
  answerHeldMail: { answer: 'send' },
  answerUnknownOutcome: { answer: 'try-again' },
  assignScreen: { userId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003' },
  changeScreens: {
    change: { act: 'release' },
    taskIds: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c004'],
  },
  createInboxView: { name: 'Late', settings: { filters: { due: 'overdue' } } },
  beginUpload: { fileName: 'a.pdf', mimeType: 'application/pdf', size: 10 },
  completeScreen: { output: {} },
  doDraftPart: { part: 'step', step: 'none', effects: [] },
  createCalendar: { name: 'Office', rules: usualRules },
  changeCalendar: { name: 'Office', revision: 1 },
  changeScreenDates: { dueAt: null },
  submitForm: { data: {} },
  createTemplate: {
    name: 'A text',
    kind: 'text',
    source: { format: 'text', text: 'Dear {{ name }}' },
  },
  createPolicy: { id: 'a-policy', title: 'A policy', text: 'Text.' },
  createApiKey: { name: 'A key' },
  createSsoConnection: {
    kind: 'oidc',
    name: 'Ours',
    oidc: { issuer: 'https://login.example.com', clientId: 'rounds' },
    clientSecret: 'a secret of theirs',
  },
  addEmailDomain: { domain: 'example.com' },
  createRole: { slug: 'a-role', name: 'A role', permissions: [] },
  addMember: { name: 'Bo', email: 'bo@example.com', role: 'worker' },
  changePassword: { currentPassword: 'the one before', newPassword: 'the one that comes' },
  undoScreenChanges: { undo: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c004' },
}

/** The POSTs that the table below excludes, and where they are tested. */
const elsewhere: Record<string, string> = {
  createOrganization: 'is for signed-in administrators (instance.test.ts)',
  inviteFirstOwner: 'is for signed-in administrators (instance.test.ts)',
  addOwnAbsence: 'is for signed-in people (absences.test.ts)',
  addComment: 'is for signed-in people (comments.test.ts)',
  addStepComment: 'is for signed-in people (step-comments.test.ts)',
  sendLetter: 'letters have keys of their own (letters.test.ts)',
  submitPublicForm: 'the link names the organization (forms.test.ts)',
  beginPublicFormUpload: 'the link names the organization (forms.test.ts)',
  uploadPublicFormFile: 'the link names the organization (forms.test.ts)',
}

const posts = endpoints.filter(({ contract }) => contract.method === 'POST')
const keyed = posts.filter(({ contract }) => contract.idempotent && !(contract.id in elsewhere))

function requestOf({ contract }: Endpoint) {
  const { params, address } = paramsOf(contract)
  if (contract.binary !== undefined) {
    const file = { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content: '%PDF-1.7' }
    return { address, params, body: multipart(file), headers: multipartHeaders }
  }
  const body = contract.hasBody
    ? (bodies[contract.id] ?? contract.examples?.request ?? {})
    : undefined
  return { address, params, body, headers: {} }
}

async function sendWithKey(endpoint: Endpoint, key: string) {
  const { address, params, body, headers } = requestOf(endpoint)
  const all = { 'if-match': '"1"', ...headers, 'idempotency-key': key }
  return await api.send(endpoint.handler, address, { params, body, headers: all })
}

/** Simulates an earlier request with this key. */
async function usedBefore(
  { handler }: Endpoint,
  row: { fingerprint: string; status: number | null },
) {
  const key = newId()
  const expiresAt = new Date(Date.now() + 60_000)
  await inOrganization(api.organization.id, (tx) =>
    tx.insert(idempotencyKeys).values({
      id: newId(),
      organizationId: api.organization.id,
      operation: handler.keyScope ?? '',
      key,
      expiresAt,
      ...row,
    }),
  )
  return key
}

describe('Idempotency-Key', () => {
  it('is honoured, unneeded or refused by every POST', () => {
    expect(keyed.length).toBeGreaterThan(30)
    const others = posts.filter(({ contract }) => !contract.idempotent)
    expect(
      Object.fromEntries(others.map(({ contract }) => [contract.id, contract.repeat])),
    ).toEqual({
      acceptInvitation: 'refused',
      addSignInPasskey: 'refused',
      addBrowser: 'harmless',
      addInstanceAdministrator: 'harmless',
      addPasskey: 'refused',
      addTotp: 'refused',
      askSessionPasskey: 'harmless',
      askSecureCode: 'harmless',
      askSignInPasskey: 'harmless',
      calculatePatientCost: 'harmless',
      checkAddress: 'harmless',
      checkDefinition: 'harmless',
      checkEmailDomain: 'harmless',
      checkMailRecords: 'harmless',
      closeSecureMessage: 'harmless',
      confirmSession: 'refused',
      confirmSignInTotp: 'refused',
      convertJsonToHtml: 'harmless',
      createFirstOwner: 'refused',
      declineInvitation: 'refused',
      giveSignInCode: 'refused',
      giveSignInPasskey: 'refused',
      joinOrganization: 'refused',
      makeSignInPasskey: 'harmless',
      previewLetter: 'harmless',
      previewReplaced: 'harmless',
      openSavedForm: 'harmless',
      openSecureLink: 'harmless',
      queryWarehouse: 'harmless',
      readNotifications: 'harmless',
      removeBrowser: 'harmless',
      stopNotificationMails: 'harmless',
      readSamlMetadata: 'harmless',
      renderTemplate: 'harmless',
      receiveDirectoryWebhook: 'harmless',
      receiveHieWebhook: 'harmless',
      receiveLetterWebhook: 'harmless',
      receiveFaxWebhook: 'harmless',
      receiveMailWebhook: 'harmless',
      receiveInboundMail: 'harmless',
      receiveSmsWebhook: 'harmless',
      receiveWebhook: 'harmless',
      replaceRecoveryCodes: 'refused',
      replaceSignInPassword: 'refused',
      reportActivity: 'harmless',
      requestDirectorySync: 'harmless',
      retryFailedRuns: 'harmless',
      requestPasswordReset: 'refused',
      resetPassword: 'refused',
      savePublicForm: 'harmless',
      searchPayerDocuments: 'harmless',
      setUpSignInTotp: 'harmless',
      skipSignInStep: 'refused',
      startPasskey: 'harmless',
      startTotp: 'harmless',
      syncBankTransactions: 'harmless',
      testConnection: 'harmless',
      testSsoConnection: 'harmless',
      tryDraft: 'harmless',
      unlockSecureMessage: 'refused',
      withdrawSecureMessage: 'harmless',
    })
  })

  it.each(named(keyed))('%s refuses the key of another request', async (_id, endpoint) => {
    const key = await usedBefore(endpoint, { fingerprint: 'another request', status: 200 })
    const { status, body } = await sendWithKey(endpoint, key)
    expect({ status, body }).toMatchObject({ status: 409, body: expect.any(Object) })
    const { errors } = endpoint.contract
    if ((errors[409] ?? errors.other) === 'A') expect(body['error']).toBe('idempotency_key_reused')
  })

  it.each(named(posts.filter(({ contract }) => contract.repeat === 'refused')))(
    '%s takes no key',
    async (id, endpoint) => {
      const sent: Record<string, object> = {
        acceptInvitation: { account: 'existing', password: 'x' },
        createFirstOwner: { name: 'Ada', email: 'a@example.com', password: 'long enough for it' },
        joinOrganization: { token: 'x' },
        confirmSession: { personId: newId(), password: 'x' },
        addPasskey: { challengeId: newId(), name: 'Phone', response: attestation },
        addSignInPasskey: { challengeId: newId(), name: 'Phone', response: attestation },
        addTotp: { setUp: 'x', code: '123456' },
        confirmSignInTotp: { setUp: 'x', code: '123456' },
        giveSignInCode: { code: '123456' },
        giveSignInPasskey: { challengeId: newId(), response: assertion },
        replaceSignInPassword: { newPassword: 'long enough for it' },
        requestPasswordReset: { email: 'a@example.com' },
        unlockSecureMessage: { code: '123456' },
        resetPassword: { newPassword: 'long enough for it' },
        skipSignInStep: { step: 'new-password' },
      }
      const { params, address } = paramsOf(endpoint.contract)
      const headers = { 'idempotency-key': 'a-key', origin: 'http://localhost:3000' }
      const given = { params, headers, body: sent[id] }
      const { status, body } = await api.send(endpoint.handler, address, given)
      expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      expect(JSON.stringify(body)).toContain('Idempotency-Key')
    },
  )

  it('marks the repeated answer of an earlier request', async () => {
    const endpoint = endpoints.find(({ contract }) => contract.id === 'createAsyncResult')
    if (!endpoint) throw new Error('there is no such endpoint')
    const first = await sendWithKey(endpoint, 'one')
    const second = await sendWithKey(endpoint, 'one')
    const marks = [first, second].map(({ headers }) => headers.get('idempotent-replayed'))
    expect([marks, second.body['id']]).toEqual([[null, 'true'], first.body['id']])
  })

  it('says when the process of the first request ended', async () => {
    const endpoint = endpoints.find(({ contract }) => contract.id === 'createAsyncResult')
    if (!endpoint) throw new Error('there is no such endpoint')
    const key = newId()
    await sendWithKey(endpoint, key)
    const heldUntil = new Date(Date.now() - 1000)
    await inOrganization(api.organization.id, (tx) =>
      tx
        .update(idempotencyKeys)
        .set({ status: null, heldUntil })
        .where(eq(idempotencyKeys.key, key)),
    )
    const answer = await sendWithKey(endpoint, key)
    expect(answer).toMatchObject({ status: 409, body: { error: 'idempotency_outcome_unknown' } })
  })

  it('says when the first request has no answer yet', async () => {
    const endpoint = endpoints.find(({ contract }) => contract.id === 'createAsyncResult')
    if (!endpoint) throw new Error('there is no such endpoint')
    const key = newId()
    await sendWithKey(endpoint, key)
    await inOrganization(api.organization.id, (tx) =>
      tx.update(idempotencyKeys).set({ status: null }).where(eq(idempotencyKeys.key, key)),
    )
    const answer = await sendWithKey(endpoint, key)
    expect(answer).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } })
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  it.each(['createApiKey', 'addMember'])('stores no secret of %s', async (id) => {
    const endpoint = endpoints.find(({ contract }) => contract.id === id)
    if (!endpoint) throw new Error('there is no such endpoint')
    const key = newId()
    const made = await sendWithKey(endpoint, key)
    expect(made.status).toBe(201)
    const rows = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)),
    )
    expect(rows).toMatchObject([{ status: 200, result: null }])
    const again = await sendWithKey(endpoint, key)
    expect(again).toMatchObject({ status: 409, body: { error: 'idempotency_answer_withheld' } })
  })
})
