import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { FormSettings } from '#lib/domain/workflow/definition'
import { newId, randomToken } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'

const publicRoute = endpointsAt('/api/v2/public/forms/{token}')
const workflowRoute = endpointsAt('/api/v2/workflows/{id}')
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
const answer = (token: string, data: Body, language?: string) =>
  api.send(publicRoute.POST, path(token, language), { params: { token }, as: null, body: { data } })
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
    const headers = { 'idempotency-key': newId() }
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
