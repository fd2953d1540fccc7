import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { savedForms } from '#db/schema/saved-forms'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import { solutionOf } from '#lib/domain/form/proof'
import type { FormSettings } from '#lib/domain/workflow/definition'
import { newId, randomToken } from '#lib/ids'
import { openText } from '#lib/sealed-text'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { fromThePage } from '#test/harness/from-the-page'
import { graph } from '#test/samples/graph'
import { pruneSavedForms } from '../history/prune-saved-forms.ts'
import { privateMailPlace } from '../mails/private-mail.ts'
import { requireProof } from './protection/require-proof.ts'

const publicRoute = endpointsAt('/api/v2/public/forms/{token}')
const workflowRoute = endpointsAt('/api/v2/workflows/{id}')
const savedRoute = endpointsAt('/api/v2/public/forms/{token}/saved')
const openRoute = endpointsAt('/api/v2/public/forms/{token}/saved/open')
const settingsRoute = endpointsAt('/api/v2/settings')
const api = useApi()

type Body = Record<string, unknown>
type Made = { id: string; token: string }

async function make(form: FormSettings = {}): Promise<Made> {
  const definition = {
    ...graph('one', { one: { type: 'transform', config: { value: 1 } } }),
    startData: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', title: 'Name', minLength: 3 } },
    },
  }
  const of = { ...definition, settings: { ...definition.settings, form } }
  const { workflowId: id } = await seedWorkflow(api.organization.id, of, 'Visit')
  const token = randomToken()
  await inOrganization(api.organization.id, (tx) =>
    tx.update(workflows).set({ formToken: token, formPublic: true }).where(eq(workflows.id, id)),
  )
  return { id, token }
}
const path = (token: string, language?: string) =>
  `/api/v2/public/forms/${token}${language ? `?language=${language}` : ''}`
const read = (token: string, language?: string) =>
  api.send(publicRoute.GET, path(token, language), { params: { token }, as: null })
const answer = (token: string, data: Body, language?: string, headers = {}) =>
  api.send(publicRoute.POST, path(token, language), {
    params: { token },
    as: null,
    body: { data },
    headers: { ...fromThePage, ...headers },
  })
const change = ({ id }: Made, body: Body) =>
  api.send(workflowRoute.PATCH, `/api/v2/workflows/${id}`, { params: { id }, body })

describe('the words of a shared form', () => {
  let made: Made
  beforeAll(async () => {
    made = await make({
      privacyNote: 'Safe. <script>alert(1)</script> [More](javascript:alert(1))',
      translations: {
        es: { '/title': 'Cita', '/schema/properties/name/title': 'Nombre' },
        he: { '/texts/send': 'שליחה' },
      },
    })
  })

  it('are in the language that is asked for, as far as they are translated', async () => {
    const { body } = await read(made.token, 'es-MX')
    expect(body).toMatchObject({
      title: 'Cita',
      language: 'es',
      languages: ['en', 'es', 'he'],
      schema: { properties: { name: { title: 'Nombre', minLength: 3 } } },
    })
    expect((await read(made.token, 'he')).body).toMatchObject({
      title: 'Visit',
      texts: { send: 'שליחה' },
    })
    expect((await read(made.token, 'fr')).body).toMatchObject({ language: 'en' })
  })

  it('say what is wrong in that language, too', async () => {
    expect(await answer(made.token, { name: 'Al' }, 'es')).toMatchObject({
      status: 400,
      body: {
        details: { issues: [{ path: 'data.name', message: 'Escriba al menos 3 caracteres.' }] },
      },
    })
  })

  it('have a privacy note without anything that could run, or that of the organization', async () => {
    const { privacyNote } = (await read(made.token)).body as { privacyNote: string }
    expect(privacyNote).toContain('Safe.')
    expect(privacyNote).not.toMatch(/script/)
    const plain = await make()
    const note = (privacyText: string | null) =>
      api.send(settingsRoute.PATCH, '/api/v2/settings', { body: { privacyNote: privacyText } })
    await note('Of the **organization**')
    expect((await read(plain.token)).body['privacyNote']).toContain('<strong>organization</strong>')
    await note(null)
    expect((await read(plain.token)).body['privacyNote']).toBe(null)
  })
})

describe('a shared form ends', () => {
  const closed = { status: 409, body: { details: { reason: 'form_closed' } } }
  const runsOf = async ({ id }: Made) =>
    (
      await inOrganization(api.organization.id, (tx) =>
        tx.select({ id: runs.id }).from(runs).where(eq(runs.workflowId, id)),
      )
    ).length

  it.each<[string, Body]>([
    ['by hand', { formClosed: true }],
    ['at a time', { formClosesAt: '2026-01-01T00:00:00Z' }],
  ])('%s, says so, and opens again', async (_how, how) => {
    const made = await make()
    expect((await change(made, how)).status).toBe(200)
    expect((await read(made.token)).body).toMatchObject({ closed: true, schema: {} })
    expect(await answer(made.token, { name: 'Ada' })).toMatchObject(closed)
    expect(await runsOf(made)).toBe(0)
    await change(made, { formClosed: false, formClosesAt: null })
    expect((await answer(made.token, { name: 'Ada' })).status).toBe(202)
  })

  it('after so many answers, also of the same moment', async () => {
    const made = await make()
    await change(made, { formMaxAnswers: 2 })
    const answers = await Promise.all(
      ['Ada', 'Ben', 'Cleo', 'Dana'].map((name) => answer(made.token, { name })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 409, 409])
    expect(await runsOf(made)).toBe(2)
    expect((await read(made.token)).body).toMatchObject({ closed: true })
    expect((await change(made, { formMaxAnswers: 3 })).body).toMatchObject({ formAnswers: 2 })
    // What is refused does not count.
    expect((await answer(made.token, { name: '' })).status).toBe(400)
    expect((await answer(made.token, { name: 'Elif' })).status).toBe(202)
  })

  it('for a lost answer only once', async () => {
    const made = await make()
    await change(made, { formMaxAnswers: 1 })
    const headers = { ...fromThePage, 'idempotency-key': newId() }
    const send = () =>
      api.send(publicRoute.POST, path(made.token), {
        params: { token: made.token },
        as: null,
        body: { data: { name: 'Ada' } },
        headers,
      })
    const first = await send()
    expect(first.status).toBe(202)
    expect((await send()).body).toEqual(first.body)
  })
})

describe('a shared form that asks for a proof of work', () => {
  const ada = { name: 'Ada' }
  const refused = { status: 409, body: { details: { reason: 'proof_required' } } }
  const challengeOf = ({ body }: { body: Body }) => String((body['details'] as Body)['challenge'])
  const solved = (challenge: string) => {
    const [, bits, seed = ''] = challenge.split('.')
    return { 'form-proof': `${challenge}:${solutionOf({ seed, bits: Number(bits) })}` }
  }
  const countsOf = async ({ id }: Made) => {
    const { body } = await api.send(workflowRoute.GET, `/api/v2/workflows/${id}`, {
      params: { id },
    })
    return [body['formProofsAsked'], body['formProofsGiven'], body['formAnswers']]
  }

  it('takes each proof once, of this form only, and counts who was asked and who came back', async () => {
    const made = await make()
    const other = await make()
    await change(made, { formProtection: 'always' })
    await change(other, { formProtection: 'always' })
    const asked = await answer(made.token, ada)
    expect(asked).toMatchObject(refused)
    const proof = solved(challengeOf(asked))
    expect(await answer(other.token, ada, 'en', proof)).toMatchObject(refused)
    const forged = { 'form-proof': proof['form-proof'].replace(/^\d+/, '9999999999') }
    expect(await answer(made.token, ada, 'en', forged)).toMatchObject(refused)
    // As long as the right one, with more bytes.
    const longer = { 'form-proof': proof['form-proof'].replace(/.:/, 'é:') }
    expect(await answer(made.token, ada, 'en', longer)).toMatchObject(refused)
    expect((await answer(made.token, ada, 'en', proof)).status).toBe(202)
    expect(await answer(made.token, ada, 'en', proof)).toMatchObject(refused)
    expect(await countsOf(made)).toEqual([4, 1, 1])
    await change(made, { formProtection: 'off' })
    expect((await answer(made.token, ada)).status).toBe(202)
  })

  it('asks by itself where a robot’s field is filled in, or all of it in a moment', async () => {
    const made = await make()
    const sendWith = async (signs: string) =>
      (await answer(made.token, ada, 'en', { 'form-signs': signs })).status
    expect(
      await Promise.all(['seconds=1', 'seconds=40, trap', 'seconds=40', ''].map(sendWith)),
    ).toEqual([409, 409, 202, 409])
  })

  it('asks by itself when one network sends more than people do', async () => {
    const made = await make()
    const { id: organizationId } = api.organization
    const actor = newActor({
      kind: 'public',
      id: made.id,
      name: 'Shared form',
      email: null,
      organizationId,
      role: 'public',
      sessionId: null,
    })
    const ask = () => requireProof(actor, { signs: { seconds: 40 } }, { form: 100, network: 2 })
    await ask()
    await ask()
    await expect(ask()).rejects.toMatchObject({ details: { reason: 'proof_required' } })
  })
})

describe('a shared form saved for later', () => {
  const saveAt = (token: string) => `/api/v2/public/forms/${token}/saved`
  const save = (token: string, body: Body) =>
    api.send(savedRoute.POST, `${saveAt(token)}?language=es`, { params: { token }, as: null, body })
  const open = (token: string, secret: unknown) =>
    api.send(openRoute.POST, `${saveAt(token)}/open`, {
      params: { token },
      as: null,
      body: { secret },
    })
  const over = { status: 404, body: { details: { reason: 'saved_form_ended' } } }
  const rowOf = async ({ id }: Made) =>
    await engineDb().select().from(savedForms).where(eq(savedForms.workflowId, id))

  it('is opened by its secret, saved again, and ends when it is sent', async () => {
    const made = await make()
    const data = { name: 'Ada', note: 'of the knee' }
    const { status, body } = await save(made.token, { data, page: 2 })
    const { secret } = body
    expect(status).toBe(201)
    expect(secret).toMatch(/^[\w-]{22}$/)
    expect((await open(made.token, secret)).body).toMatchObject({ data, page: 2 })
    expect((await save(made.token, { data: { name: 'Ben' }, secret })).body['secret']).toBe(secret)
    expect((await open(made.token, secret)).body).toMatchObject({ data: { name: 'Ben' }, page: 0 })
    const handedIn = { data, saved: secret }
    const to = { params: { token: made.token }, as: null }
    const sent = { ...to, body: handedIn, headers: fromThePage }
    expect((await api.send(publicRoute.POST, path(made.token), sent)).status).toBe(202)
    expect(await open(made.token, secret)).toMatchObject(over)
    expect(await save(made.token, { data, secret })).toMatchObject(over)
  })

  it('is stored in a way that nobody reads without the link', async () => {
    const made = await make()
    const { body } = await save(made.token, { data: { name: 'Ada Byron' } })
    const [row] = await rowOf(made)
    expect(JSON.stringify(row)).not.toMatch(/Ada|Byron/)
    expect(JSON.stringify(row)).not.toContain(String(body['secret']))
    const other = await make()
    expect(await open(other.token, body['secret'])).toMatchObject(over)
  })

  it('mails the link in the language of the form, with nothing of what was typed', async () => {
    const made = await make({ translations: { es: { '/title': 'Cita' } } })
    await save(made.token, { data: { name: 'Ada Byron' }, email: 'ada@example.com' })
    const [mail] = await engineDb()
      .select()
      .from(mails)
      .where(sql`${mails.recipients}::text like '%ada@example.com%'`)
    const text = openText(privateMailPlace(mail?.id ?? ''), mail?.text ?? '')
    expect(mail).toMatchObject({ subject: 'Su formulario: Cita', private: true, status: 'queued' })
    expect(text).toMatch(new RegExp(`/f/${made.token}\\?language=es#saved=[\\w-]{22}\n`))
    expect(text).not.toMatch(/Ada|Byron/)
  })

  it('ends after its days', async () => {
    const made = await make()
    await change(made, { formSaveDays: 2 })
    const { body } = await save(made.token, { data: { name: 'Ada' } })
    const days = (Date.parse(String(body['endsAt'])) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(2, 1)
    await inOrganization(api.organization.id, (tx) =>
      tx
        .update(savedForms)
        .set({ endsAt: new Date(Date.now() - 1000) })
        .where(eq(savedForms.workflowId, made.id)),
    )
    expect(await open(made.token, body['secret'])).toMatchObject(over)
    await pruneSavedForms()
    expect(await rowOf(made)).toEqual([])
  })

  it('is refused where the form or the organization forbids it, and where it is too much', async () => {
    const made = await make()
    const data = { name: 'Ada' }
    const off = { status: 409, body: { details: { reason: 'saving_off' } } }
    await change(made, { formSaveDays: 0 })
    expect(await save(made.token, { data })).toMatchObject(off)
    await change(made, { formSaveDays: 7 })
    const allow = (savedForms: boolean) =>
      api.send(settingsRoute.PATCH, '/api/v2/settings', { body: { savedForms } })
    await allow(false)
    expect(await save(made.token, { data })).toMatchObject(off)
    expect((await read(made.token)).body['saveDays']).toBe(0)
    await allow(true)
    expect((await save(made.token, { data: { name: 'a'.repeat(300_000) } })).status).toBe(413)
    await change(made, { formClosed: true })
    expect((await save(made.token, { data })).status).toBe(409)
  })
})
