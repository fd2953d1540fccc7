import type { EpisodeOfCare, Patient } from '@medplum/fhirtypes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFhirServer, type FhirServer } from '#test/fakes/fhir-server'
import { memoryStore } from '#test/fakes/memory-store'
import { homecareFhir } from './fhir.ts'
import type { PatientSearch } from './port.ts'

let server: FhirServer
const ids: Record<string, string> = {}

async function admit(
  family: string,
  given: string,
  patient: Partial<Patient>,
  ...episodes: Partial<EpisodeOfCare>[]
): Promise<void> {
  const { id } = await server.repository.createResource<Patient>({
    resourceType: 'Patient',
    name: [{ family, given: [given] }],
    ...patient,
  })
  ids[family] = id
  for (const episode of episodes) {
    const whole = {
      resourceType: 'EpisodeOfCare',
      status: 'active',
      patient: { reference: `Patient/${id}` },
      ...episode,
    } as EpisodeOfCare
    await server.repository.createResource<EpisodeOfCare>(whole)
  }
}

beforeAll(async () => {
  server = await startFhirServer()
  await admit(
    'Adams',
    'Zoe',
    { birthDate: '1950-01-02' },
    { status: 'active', managingOrganization: { reference: 'Organization/north' } },
  )
  await admit(
    'Brown',
    'Yan',
    {},
    { status: 'planned', managingOrganization: { reference: 'Organization/south' } },
  )
  await admit(
    'Clark',
    'Xiu',
    {},
    { status: 'finished', period: { start: '2020-01-01' } },
    { status: 'waitlist', period: { start: '2025-01-01' } },
  )
  await admit('Davis', 'Wim', {
    active: false,
    managingOrganization: { reference: 'Organization/north' },
  })
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.requests.length = 0
  server.instead.length = 0
  server.pageSize = 1000
})

const open = () =>
  homecareFhir.open({
    config: homecareFhir.config.parse({ baseUrl: server.baseUrl, auth: 'none' }),
    secrets: {},
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const search = async (by: PatientSearch = {}) =>
  await open().searchPatients(by, AbortSignal.timeout(30_000))
const names = async (by: PatientSearch) =>
  (await search({ sort: 'name', ...by })).map(({ name }) => name)

describe('home-care patients on a FHIR server', () => {
  it('have a status from their newest episode', async () => {
    const patients = await search({ sort: 'name' })
    expect(patients).toEqual([
      {
        id: ids['Davis'],
        name: 'Wim Davis',
        birthDate: null,
        disposition: null,
        facilityId: 'north',
        prospect: false,
        deleted: true,
      },
      {
        id: ids['Clark'],
        name: 'Xiu Clark',
        birthDate: null,
        disposition: 'waitlist',
        facilityId: null,
        prospect: true,
        deleted: false,
      },
      {
        id: ids['Brown'],
        name: 'Yan Brown',
        birthDate: null,
        disposition: 'planned',
        facilityId: 'south',
        prospect: true,
        deleted: false,
      },
      {
        id: ids['Adams'],
        name: 'Zoe Adams',
        birthDate: '1950-01-02',
        disposition: 'active',
        facilityId: 'north',
        prospect: false,
        deleted: false,
      },
    ])
  })

  it.each<[PatientSearch, string[]]>([
    [{ prospectFlag: 'Y' }, ['Xiu Clark', 'Yan Brown']],
    [{ nonProspectFlag: 'Y' }, ['Wim Davis', 'Zoe Adams']],
    [{ deleteFlag: 'Y' }, ['Wim Davis']],
    [{ deleteFlag: 'N', prospectFlag: 'N' }, ['Zoe Adams']],
    [{ facilityId: 'north' }, ['Wim Davis', 'Zoe Adams']],
    [{ dispositionFilter: 'Planned' }, ['Yan Brown']],
    [{ name: 'clark' }, ['Xiu Clark']],
    [{ sort: '-name', prospectFlag: 'Y' }, ['Yan Brown', 'Xiu Clark']],
  ])('%j finds %j', async (by, expected) => expect(await names(by)).toEqual(expected))

  it('are read from every page', async () => {
    server.pageSize = 1
    expect(await search()).toHaveLength(4)
    expect(
      server.requests.filter(({ path }) => path.includes('_page=')).length,
    ).toBeGreaterThanOrEqual(3)
  })

  it('are not read from another host', async () => {
    const body = JSON.stringify({
      resourceType: 'Bundle',
      entry: [],
      link: [{ relation: 'next', url: 'https://example.com/fhir/r4/Patient?_page=2' }],
    })
    server.instead.push({ when: () => true, answer: { status: 200, body } })
    await expect(search()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
  })

  it.each([
    [{ status: 401 }, { status: 401 }],
    [{ status: 500, body: 'oops' }, { status: 500 }],
    [{ status: 200, body: 'garbage' }, { status: 200 }],
    [{ status: 200, body: '{"entry": 1}' }, { status: 200 }],
  ])('%j is a provider_error', async (answer, details) => {
    server.instead.push({ when: () => true, answer })
    await expect(search()).rejects.toMatchObject({
      code: 'provider_error',
      statusCode: 502,
      details,
    })
  })

  it('are searched by the whole name, not by one of its parts', async () => {
    // Unescaped, the comma means "or" (R4 3.1.1.5.7).
    await search({ name: 'Smith, Lee$ |x' })
    const [asked] = server.requests
    const name = new URL(asked?.path ?? '', server.baseUrl).searchParams.get('name')
    expect(name).toBe(String.raw`Smith\, Lee\$ \|x`)
    expect(asked?.headers['prefer']).toBe('handling=strict')
  })

  it('unknown sort fields are the caller’s mistake', async () => {
    await expect(search({ sort: 'shoeSize' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'sort' }] },
    })
  })
})
