import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { billingSandbox } from '#lib/integrations/billing/sandbox'
import { directorySandbox } from '#lib/integrations/directory/sandbox'
import { memoryStore } from '#test/fakes/memory-store'
import { executionOf } from '#test/suites/step-suite'
import { stepTypes } from './registry.ts'

/** Runs one attempt of a step with this connection. */
async function run(name: string, config: Record<string, unknown>, connection: object) {
  const type = stepTypes.get(name)
  if (!type) throw new Error(`no step type ${name}`)
  return await type.execute({
    ...executionOf(type, type.config.parse({ connection: 'sandbox', ...config })),
    connection: connection as unknown as undefined,
  })
}

describe('update-billing-patient', () => {
  const store = () => memoryStore({ patients: [{ id: 'PAT-1', version: 4 } as { id: string }] })
  const open = (kept = store()) =>
    billingSandbox.open({ config: {}, secrets: {}, store: kept, allowPrivate: [] })
  const patient = { email: 'a@example.com' }

  it.each([5, null, undefined])('with version %j writes the next one', async (version) => {
    expect(
      await run('update-billing-patient', { patientId: 'PAT-1', version, patient }, open()),
    ).toMatchObject({
      kind: 'done',
      output: { version: 5, patient: { email: 'a@example.com', version: 5 } },
    })
  })

  it.each([5, undefined])(
    'called again after a crash (version %j) writes nothing twice',
    async (version) => {
      const port = open()
      const first = await run(
        'update-billing-patient',
        { patientId: 'PAT-1', version, patient },
        port,
      )
      expect(
        await run('update-billing-patient', { patientId: 'PAT-1', version, patient }, port),
      ).toEqual(first)
    },
  )

  it('with another version is refused for good', async () => {
    await expect(
      run('update-billing-patient', { patientId: 'PAT-1', version: 9, patient }, open()),
    ).rejects.toMatchObject({
      name: 'PermanentStepError',
      code: 'version_conflict',
      details: { currentVersion: 4, expectedVersion: 5 },
    })
  })
})

describe('sync-transactions', () => {
  const page = (cursor: string, hasMore: boolean) => ({
    transactions: [{ transaction_id: `after ${cursor}` }],
    modified: [],
    removed: [],
    hasMore,
    nextCursor: `${cursor}x`,
  })
  const feed = (pages: number) => ({
    syncPage: async (cursor: string) => page(cursor, cursor.length < pages - 1),
  })

  it.each([{}, { cursor: null }, { cursor: '' }])('reads to the end from %j', async (config) => {
    expect(await run('sync-transactions', config, feed(3))).toMatchObject({
      output: {
        pages: 3,
        nextCursor: 'xxx',
        hasMore: false,
        restarts: 0,
        transactions: [
          { transaction_id: 'after ' },
          { transaction_id: 'after x' },
          { transaction_id: 'after xx' },
        ],
      },
    })
  })
  it('goes on from the cursor', async () =>
    expect(await run('sync-transactions', { cursor: 'xx' }, feed(3))).toMatchObject({
      output: { pages: 1, transactions: [{ transaction_id: 'after xx' }] },
    }))
  it('tries again later when the bank has collected nothing yet', async () => {
    const empty = { ...page('', false), transactions: [], history: 'not-ready' as const }
    await expect(
      run('sync-transactions', {}, { syncPage: async () => empty }),
    ).rejects.toMatchObject({ name: 'StepError', code: 'bank_not_ready', retryAfterSeconds: 60 })
  })
  it('reads one page when asked for, and no more pages than allowed', async () => {
    expect(await run('sync-transactions', { toEnd: false }, feed(3))).toMatchObject({
      output: { pages: 1, hasMore: true, nextCursor: 'x' },
    })
    expect(await run('sync-transactions', { maxPages: 2 }, feed(3))).toMatchObject({
      output: { pages: 2, hasMore: true, nextCursor: 'xx' },
    })
  })

  it.each([
    [
      new ApiError('provider_error', 'Sign in again.', {
        status: 400,
        code: 'ITEM_LOGIN_REQUIRED',
        retryable: false,
      }),
      'PermanentStepError',
    ],
    [
      new ApiError('provider_error', 'The bank is away.', {
        status: 400,
        code: 'INSTITUTION_DOWN',
        retryable: true,
      }),
      'StepError',
    ],
    [
      new ApiError('provider_unavailable', 'Not called.', {}, { headers: { 'retry-after': '17' } }),
      'StepError',
    ],
  ])('%s is a %s', async (error, name) => {
    const syncPage = async () => {
      throw error
    }
    await expect(run('sync-transactions', {}, { syncPage })).rejects.toMatchObject({
      name,
      code: error.code,
      ...(error.headers['retry-after'] ? { retryAfterSeconds: 17 } : {}),
    })
  })
})

describe('directory-group-users', () => {
  const users = [
    { id: 'u1', name: 'Avery Lindqvist', email: 'avery@example.com', active: true },
    { id: 'u2', name: 'No Address', email: '', active: true },
    { id: 'u3', name: 'Gone', email: 'gone@example.com', active: false },
  ]
  const store = memoryStore({
    groups: [
      { id: 'team', idpId: '00g', name: 'Team', members: ['u1', 'u2', 'u3'] } as { id: string },
    ],
    users,
  })
  const port = directorySandbox.open({ config: {}, secrets: {}, store, allowPrivate: [] })

  it('answers who is in the group', async () => {
    expect(await run('directory-group-users', { groupId: 'team' }, port)).toEqual({
      kind: 'done',
      output: {
        group: {
          id: 'team',
          name: 'Team',
          users: users.slice(0, 2).map(({ active: _active, ...user }) => user),
        },
        emails: ['avery@example.com'],
        count: 2,
      },
    })
  })
  it('fails for good when there is no such group', async () =>
    await expect(run('directory-group-users', { groupId: 'none' }, port)).rejects.toMatchObject({
      name: 'PermanentStepError',
      code: 'not_found',
    }))
})
