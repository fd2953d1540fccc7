import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#lib/contracts/contract'
import { makeClient } from '#lib/postgres'
import { useApi } from '#test/harness/api'
import { seedEveryTable } from '#test/harness/seed-every-table'
import { signedIn, type Person } from '#test/samples/person'
import { sampleOf, type Schema } from '#test/suites/sample-of'
import { endpoints as table } from './endpoints.ts'

// Holds for every endpoint by construction: what belongs to another organization answers exactly as
// what does not exist, also to an owner.
const api = useApi()
let owner: Person
const other = '00000000-0000-7000-8000-00000000000b'

/** The ids of the other organization's rows, as `seedEveryTable` makes them, and unknown ones. */
const theirs = { uuid: '00000000-0000-7000-8000-000000000001', word: 'text-1' }
const unknown = { uuid: '00000000-0000-7000-8000-000000000099', word: 'text-9' }
type Ids = typeof theirs

beforeAll(async () => {
  const admin = makeClient({ connectionString: api.database.url })
  await admin.connect()
  await seedEveryTable(admin, [other])
  await admin.end()
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
})

const namesOf = ({ path }: Contract) =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** The kinds of ids that the address of an endpoint takes: a UUID, a slug, or either. */
function kindsOf(contract: Contract): (keyof Ids)[] {
  const kinds = ['uuid', 'word'] as const
  return kinds.filter((kind) => contract.params.safeParse(paramsOf(contract, theirs[kind])).success)
}

const numbered = new Set(['version', 'number'])
const paramsOf = (contract: Contract, id: string): Record<string, string> =>
  Object.fromEntries(namesOf(contract).map((name) => [name, numbered.has(name) ? '1' : id]))

const schemaOf = ({ body }: Contract) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
const sampleBody = (contract: Contract): unknown =>
  contract.examples?.request ?? sampleOf(schemaOf(contract))
const takesJson = ({ hasBody, binary }: Contract) => hasBody && binary === undefined

type Endpoint = { contract: Contract; handler: (typeof table)[number] }

async function send(
  { contract, handler }: Endpoint,
  id: string,
  body = takesJson(contract) ? sampleBody(contract) : undefined,
) {
  const params = paramsOf(contract, id)
  const query = 'shape' in contract.query ? Object.keys(contract.query.shape as object) : []
  const confirm = query.includes('confirm') ? '?confirm=text-1' : ''
  const answer = await api.send(handler, contract.path + confirm, {
    params,
    as: null,
    headers: { ...owner.headers, 'if-match': '"1"' },
    body,
  })
  return { status: answer.status, body: JSON.stringify(answer.body).replaceAll(id, '<id>') }
}

const endpoints: Endpoint[] = table
  .filter(({ contract }) => contract.auth === 'key')
  .map((handler) => ({ contract: handler.contract, handler }))

const cases = endpoints
  .filter(({ contract }) => namesOf(contract).length > 0)
  .flatMap((endpoint) =>
    kindsOf(endpoint.contract).map((kind) => [endpoint.contract.id, kind, endpoint] as const),
  )

/** Whether a field of a body takes an id, or a list of them. */
function takesIds(field: Schema): boolean {
  const choices = Array.isArray(field['anyOf']) ? (field['anyOf'] as Schema[]) : [field]
  return choices.some((one) => one['format'] === 'uuid' || one.items?.['format'] === 'uuid')
}

const fieldCases = endpoints
  .filter(({ contract }) => takesJson(contract))
  .flatMap((endpoint) =>
    Object.entries(schemaOf(endpoint.contract).properties ?? {})
      .filter(([, field]) => takesIds(field))
      .map(([name, field]) => [endpoint.contract.id, name, field, endpoint] as const),
  )

const lists = endpoints.filter(
  ({ contract }) => contract.method === 'GET' && namesOf(contract).length === 0,
)

/** Ids that narrow what of the caller's own is meant: one that does not exist names nothing. */
const narrowing = new Set([
  'claimNextScreen.assignee',
  'claimNextScreen.except',
  'readNotifications.ids',
  'readNotifications.runId',
  'readNotifications.stepId',
  'readNotifications.workflowId',
])

const statuses: number[] = []

describe('what another organization has', () => {
  // First, because the audit log says afterwards which ids the owner asked for.
  it.each(lists.map((endpoint) => [endpoint.contract.id, endpoint] as const))(
    '%s shows nothing of it',
    async (_id, { contract, handler }) => {
      const { headers } = owner
      const { body } = await api.send(handler, contract.path, { as: null, headers })
      const text = JSON.stringify(body)
      expect([other, theirs.uuid, theirs.word].filter((theirId) => text.includes(theirId))).toEqual(
        [],
      )
    },
  )

  it.each(cases)('%s by a %s answers as what does not exist', async (_id, kind, endpoint) => {
    const found = await send(endpoint, theirs[kind])
    expect(found).toEqual(await send(endpoint, unknown[kind]))
    statuses.push(found.status)
  })

  it('is mostly 404, so the requests above were no nonsense', () => {
    expect(statuses).toHaveLength(cases.length)
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(60)
  })

  it.each(fieldCases)('%s with it as %s answers as what does not exist', async (...given) => {
    const [, name, field, endpoint] = given
    const isList = JSON.stringify(field).includes('"items"')
    const { contract } = endpoint
    const body = (id: string) => ({
      ...(sampleBody(contract) as object),
      [name]: isList ? [id] : id,
    })
    const found = await send(endpoint, theirs.uuid, body(theirs.uuid))
    expect(found).toEqual(await send(endpoint, unknown.uuid, body(unknown.uuid)))
    if (!narrowing.has(`${contract.id}.${name}`)) expect(found.status).toBeGreaterThanOrEqual(400)
  })
})

/** Bodies whose fields have another meaning. */
const otherFields: Record<string, string> = {
  switchOrganization: 'names the organization to enter',
  updateBillingPatient: 'has the fields of the billing system',
  convertJsonToHtml: 'is any JSON',
}

it.each(
  endpoints
    .filter(({ contract }) => takesJson(contract) && !(contract.id in otherFields))
    .map(({ contract }) => [contract.id, contract] as const),
)('%s refuses fields that no caller may set', (_id, contract) => {
  const body = sampleBody(contract) as object
  if (!contract.body.safeParse(body).success) return
  for (const field of ['organizationId', 'createdBy', 'createdAt'])
    expect(contract.body.safeParse({ ...body, [field]: other }).success, field).toBe(false)
})
