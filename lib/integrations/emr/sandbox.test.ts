import { describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { emrSandbox } from './sandbox.ts'

const signal = new AbortController().signal
const note = {
  patientId: 'EMR-1001',
  title: 'T',
  body: '<b>x</b><script>y</script>',
  category: 'C',
  date: '2026-03-07',
}
function setUp() {
  const store = memoryStore({ patients: [{ id: 'EMR-1001' }] })
  return { store, port: emrSandbox.open({ config: {}, secrets: {}, store, allowPrivate: [] }) }
}

describe('the sandbox EMR', () => {
  it('stores a note and names its version', async () => {
    const { store, port } = setUp()
    const { documentHistoryId } = await port.createTextNote(note, { idempotencyKey: 'a', signal })
    const [kept] = await store.list('notes')
    expect(kept).toMatchObject({
      patientId: 'EMR-1001',
      body: '<b>x</b>',
      date: '2026-03-07',
      version: 1,
    })
    expect(documentHistoryId).toBe(`${String(kept?.['id'])}/_history/1`)
  })

  it('files one note for one key, even for concurrent calls', async () => {
    const { store, port } = setUp()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => port.createTextNote(note, { idempotencyKey: 'a', signal })),
    )
    expect(new Set(answers.map(({ documentHistoryId }) => documentHistoryId)).size).toBe(1)
    expect(await store.list('notes')).toHaveLength(1)
  })

  it('does not know other patients', async () => {
    const { store, port } = setUp()
    await expect(
      port.createTextNote({ ...note, patientId: 'EMR-9999' }, { idempotencyKey: 'a', signal }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.list('notes')).toHaveLength(0)
  })
})
