import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { billingSandbox } from './sandbox.ts'

const patient = {
  id: 'PAT-1001',
  mrn: '1',
  organization_id: 'sandbox',
  deactivated: false,
  version: 1,
  updated_at: '2026-01-02T03:04:05Z',
  updating_user_id: 'sandbox',
  name: { family: 'Doe', given: ['Jane'] },
}
let store: ReturnType<typeof memoryStore>
beforeEach(() => {
  store = memoryStore({ patients: [{ ...patient }] })
})
const update = (version: number, change: object, mayBeRepeat = false) =>
  billingSandbox
    .open({ config: {}, secrets: {}, store, allowPrivate: [] })
    .updatePatient(
      { patientId: 'PAT-1001', version, patient: { ...change }, mayBeRepeat },
      AbortSignal.timeout(30_000),
    )

describe('the sandbox billing platform', () => {
  it('replaces the whole patient except the platform’s own fields', async () => {
    const { name: _name, ...own } = patient
    expect(await update(2, { email: 'a@example.com', id: 'mine', version: 99 })).toEqual({
      ...own,
      email: 'a@example.com',
      version: 2,
      updated_at: expect.any(String),
    })
    expect(await update(3, {})).toMatchObject({ version: 3 })
  })

  it.each([1, 3, 1_000_000])('refuses version %i of a patient at 1', async (version) => {
    await expect(update(version, {})).rejects.toMatchObject({
      code: 'version_conflict',
      details: { currentVersion: 1, expectedVersion: 2 },
    })
  })

  it('lets exactly one of many updates with one version succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_each, index) => update(2, { index })),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    expect(store.collections.get('patients')?.get('PAT-1001')).toEqual(won[0]?.value)
    expect(
      results
        .filter((result) => result.status === 'rejected')
        .map(({ reason }) => (reason as { details: object }).details),
    ).toEqual(
      Array.from({ length: 9 }, () =>
        expect.objectContaining({ currentVersion: 2, expectedVersion: 3 }),
      ),
    )
  })

  it('continues after an update that was interrupted between its two writes', async () => {
    await store.insert('versions', 'PAT-1001/2', { ...patient, version: 2, cut: true })
    await expect(update(2, {})).rejects.toMatchObject({ details: { currentVersion: 2 } })
    expect(await update(3, {})).toMatchObject({ version: 3 })
  })

  it('answers a repeat with the earlier result', async () => {
    const first = await update(2, { email: 'a@example.com' }, true)
    expect(await update(2, { email: 'a@example.com' }, true)).toEqual(first)
    await expect(update(2, { email: 'b@example.com' }, true)).rejects.toMatchObject({
      code: 'version_conflict',
    })
  })

  it('knows no other patient', async () => {
    const port = billingSandbox.open({ config: {}, secrets: {}, store, allowPrivate: [] })
    await expect(
      port.updatePatient(
        { patientId: 'PAT-9999', version: 2, patient: {} },
        AbortSignal.timeout(30_000),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await port.test(AbortSignal.timeout(30_000))).toContain('1 patients')
  })
})
