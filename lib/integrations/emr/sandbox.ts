import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'
import { noteContent } from './note-content.ts'

/** Collections: `patients` by id, `notes` by id, `keys` (the note of each idempotency key). */
export const emrSandbox = defineProvider({
  kind: 'emr',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Keeps notes in this database, for trying things out. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    return {
      async createTextNote(note, { idempotencyKey, signal }) {
        signal.throwIfAborted()
        if (!(await store.get('patients', note.patientId)))
          throw new ApiError(
            'not_found',
            'The EMR does not know this patient. Check the patient id; ' +
              'the sandbox has EMR-1001 to EMR-1025.',
          )
        const id = randomUUID()
        // The key is stored before the note: of two calls with one key, one writes the note, and
        // both return it.
        const first = await store.insert('keys', idempotencyKey, { noteId: id })
        const noteId = first
          ? id
          : String((await store.get('keys', idempotencyKey))?.['noteId'] ?? id)
        await store.insert('notes', noteId, {
          ...note,
          body: (await noteContent(note.body)).text,
          id: noteId,
          version: 1,
          filedAt: new Date().toISOString(),
        })
        return { documentHistoryId: `${noteId}/_history/1` }
      },
      async test() {
        const patients = await store.list('patients')
        return `The sandbox EMR works; it has ${patients.length} patients.`
      },
    }
  },
})
