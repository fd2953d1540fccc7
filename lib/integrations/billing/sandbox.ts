import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'
import { holdsAlready } from './holds-already.ts'
import { setByCandid } from './set-by-candid.ts'
import type { BillingPatient } from './port.ts'
import { versionConflict } from './version-conflict.ts'

const versionSchema = z.object({ version: z.int().min(1) })
const versionOf = (patient: BillingPatient): number => versionSchema.parse(patient).version

/**
 * Collections: `patients` by id, and `versions` (every update by patient and version), whose ids
 * let only one update have a version.
 */
export const billingSandbox = defineProvider({
  kind: 'billing',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Keeps invented patients with versions in this database. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    /**
     * The last version of the chain; the record under `patients` is written after its version, so
     * it may lag behind.
     */
    async function current(patientId: string): Promise<BillingPatient> {
      const patient = await store.get('patients', patientId)
      if (!patient)
        throw new ApiError(
          'not_found',
          'The billing platform does not know this patient. Check the patient id; ' +
            'the sandbox has PAT-1001 to PAT-1050.',
          { provider: 'sandbox' },
        )
      for (let newest = patient; ;) {
        const next = await store.get('versions', `${patientId}/${versionOf(newest) + 1}`)
        if (!next) return newest
        newest = next
      }
    }

    return {
      async updatePatient({ patientId, version: given, patient, mayBeRepeat }, signal) {
        signal.throwIfAborted()
        const before = await current(patientId)
        const now = versionOf(before)
        if (mayBeRepeat && (given ?? now) === now && holdsAlready(before, patient, setByCandid))
          return before
        const version = given ?? now + 1
        if (version !== now + 1) throw versionConflict('sandbox', version, now)
        const own = Object.fromEntries(
          Object.entries(before).filter(([name]) => setByCandid.has(name)),
        )
        const after = { ...patient, ...own, version, updated_at: new Date().toISOString() }
        // Of two updates with one version, the first to write its version succeeds.
        if (!(await store.insert('versions', `${patientId}/${version}`, after)))
          throw versionConflict('sandbox', version, versionOf(await current(patientId)))
        await store.put('patients', patientId, after)
        return after
      },
      async test() {
        return (
          'The sandbox billing platform works; it has ' +
          `${(await store.list('patients')).length} patients.`
        )
      },
    }
  },
})
