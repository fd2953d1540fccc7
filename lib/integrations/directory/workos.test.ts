import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { startWorkOsServer, type WorkOsServer } from '#test/fakes/workos-server'
import { directoryWorkOs } from './workos.ts'

let workos: WorkOsServer
const person = (number: number, change: object = {}) => ({
  id: `directory_user_${String(number).padStart(3, '0')}`,
  first_name: 'Avery',
  last_name: `Number ${number}`,
  email: `avery${number}@example.com`,
  state: 'active',
  groups: ['directory_group_1'],
  ...change,
})

beforeAll(async () => {
  workos = await startWorkOsServer()
  workos.groups.push(
    {
      id: 'directory_group_1',
      idp_id: '00g1',
      directory_id: 'directory_ours',
      name: 'Intake team',
    },
    { id: 'directory_group_2', idp_id: '00g2', directory_id: 'directory_ours', name: 'Empty' },
    { id: 'directory_grp_4', idp_id: '00g4', directory_id: 'directory_ours', name: 'Emulated' },
    {
      id: 'directory_group_5',
      idp_id: 'directory_group_theirs',
      directory_id: 'directory_ours',
      name: 'Named alike',
    },
    {
      id: 'directory_group_3',
      idp_id: '00g3',
      directory_id: 'directory_another',
      name: 'Another customer',
    },
  )
})
afterAll(async () => await workos.close())
beforeEach(() => {
  workos.calls.length = 0
  workos.instead.length = 0
  workos.users.splice(0, Infinity, person(1), person(2))
})

function open({
  config = {},
  secrets = { apiKey: workos.apiKey },
}: { config?: object; secrets?: object } = {}) {
  const settings = {
    directoryId: 'directory_ours',
    baseUrl: workos.baseUrl,
    timeoutSeconds: 5,
    ...config,
  }
  return directoryWorkOs.open({
    config: directoryWorkOs.config.parse(settings),
    secrets: directoryWorkOs.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [workos.host],
  })
}
const group = (id: string, port = open()) => port.groupWithUsers(id, AbortSignal.timeout(20_000))

describe('a group of WorkOS Directory Sync', () => {
  it.each(['directory_group_1', '00g1'])('is found by %s, with its users', async (id) => {
    expect(await group(id)).toEqual({
      id: 'directory_group_1',
      name: 'Intake team',
      users: [
        { id: 'directory_user_001', name: 'Avery Number 1', email: 'avery1@example.com' },
        { id: 'directory_user_002', name: 'Avery Number 2', email: 'avery2@example.com' },
      ],
    })
  })

  it('is read from every page', async () => {
    workos.users.splice(
      0,
      Infinity,
      ...Array.from({ length: 250 }, (_each, number) => person(number)),
    )
    expect((await group('directory_group_1'))?.users).toHaveLength(250)
    expect(workos.calls.filter(({ url }) => url.pathname === '/directory_users')).toHaveLength(3)
  })

  it('has only active people, with name and address where known', async () => {
    workos.users.splice(
      0,
      Infinity,
      person(1, { state: 'suspended' }),
      person(2, { state: 'inactive' }),
      person(3, { first_name: null, last_name: 'Only' }),
      person(4, {
        first_name: null,
        last_name: null,
        email: null,
        emails: [{ value: 'second@example.com' }, { value: 'first@example.com', primary: true }],
      }),
      person(5, { first_name: '', last_name: '', email: null, username: 'user5' }),
      person(6, { first_name: null, last_name: null, email: null }),
    )
    expect((await group('directory_group_1'))?.users).toEqual([
      { id: 'directory_user_003', name: 'Only', email: 'avery3@example.com' },
      { id: 'directory_user_004', name: 'first@example.com', email: 'first@example.com' },
      { id: 'directory_user_005', name: 'user5', email: '' },
      { id: 'directory_user_006', name: 'directory_user_006', email: '' },
    ])
  })

  it.each([
    ['directory_grp_4', 'Emulated'],
    ['directory_group_theirs', 'Named alike'],
  ])('is found by %s in any form', async (id, name) => {
    expect(await group(id)).toMatchObject({ name })
  })

  it('may be empty', async () =>
    expect(await group('directory_group_2')).toMatchObject({ name: 'Empty', users: [] }))

  it.each([
    'directory_group_9',
    'directory_group_3',
    '00g3',
    'nobody',
    '..',
    'directory_group_1/../directory_group_2',
    'a?b#c',
  ])('%j is not in this directory', async (id) => {
    expect(await group(id)).toBeUndefined()
    expect(
      workos.calls.every(({ url }) =>
        /^\/directory_groups(\/directory_group_\d)?$/.test(url.pathname),
      ),
    ).toBe(true)
  })
})

describe('a WorkOS that refuses or fails', () => {
  it.each([
    [
      '401',
      { status: 401, body: { message: 'Jane' } },
      {
        code: 'provider_error',
        message: expect.stringContaining('credentials'),
        details: { provider: 'workos', status: 401 },
      },
    ],
    [
      '422',
      { status: 422, body: { message: 'Jane', code: 'invalid_request_parameters', errors: [] } },
      { code: 'provider_error', details: { status: 422, code: 'invalid_request_parameters' } },
    ],
    [
      '400 of sign-in style',
      { status: 400, body: { error: 'invalid_grant', error_description: 'Jane' } },
      { code: 'provider_error', details: { status: 400, code: 'invalid_grant' } },
    ],
    [
      '500',
      { status: 500, body: 'stack trace' },
      { code: 'provider_error', details: { status: 500 } },
    ],
    [
      '200 with no record',
      { status: 200, body: { id: 1 } },
      { code: 'provider_error', details: { status: 200 } },
    ],
    [
      '429',
      { status: 429, headers: { 'retry-after': '60' } },
      { code: 'provider_error', details: { status: 429 }, headers: { 'retry-after': '60' } },
    ],
    ['silence', 'hang', { code: 'provider_timeout', statusCode: 504 }],
  ] as const)('%s: reports it without quoting WorkOS', async (_what, answer, expected) => {
    workos.instead.push(answer)
    const error: unknown = await group('directory_group_1').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(expected)
    expect(JSON.stringify([error, String(error)])).not.toMatch(/Jane|stack|sk_test/)
  })

  it('is asked again after a pause', async () => {
    workos.instead.push({ status: 429, headers: { 'retry-after': '0' } }, 'cut')
    expect((await group('directory_group_1'))?.users).toHaveLength(2)
  })

  it('that never ends is abandoned', async () => {
    workos.instead.push(
      ...Array.from({ length: 3 }, () => ({
        status: 200,
        body: { data: [], list_metadata: { after: 'same' } },
      })),
    )
    await expect(group('00g9')).rejects.toMatchObject({ details: { code: 'incomplete_list' } })
    expect(workos.calls).toHaveLength(2)
  })
})

describe('the test of a WorkOS connection', () => {
  const test = (options = {}) => open(options).test(AbortSignal.timeout(30_000))
  it('reads the directory only', async () => {
    expect(await test()).toContain('has this directory')
    expect(workos.calls.map(({ url }) => url.pathname)).toEqual(['/directories/directory_ours'])
  })
  it.each([
    ['a wrong key', { secrets: { apiKey: 'wrong' } }, 'credentials'],
    ['no key', { secrets: {} }, 'not complete'],
    ['an unknown directory', { config: { directoryId: 'directory_none' } }, 'no such directory'],
  ])(
    'fails with %s',
    async (_what, options, words) =>
      await expect(test(options)).rejects.toMatchObject({
        code: 'provider_error',
        message: expect.stringContaining(words),
      }),
  )
})
