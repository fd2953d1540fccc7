import { z } from 'zod'
import { homecarePatientSchema } from '#lib/domain/provider/homecare-patient'
import { defineProvider } from '../provider.ts'
import { selectPatients } from './search.ts'

/** Collection: `patients`, in the form of search answers. */
export const homecareSandbox = defineProvider({
  kind: 'homecare',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Invented patients in this database, for trying things out. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    return {
      async searchPatients(search, signal) {
        signal.throwIfAborted()
        return selectPatients(
          z.array(homecarePatientSchema).parse(await store.list('patients')),
          search,
        )
      },
      async test() {
        const patients = await store.list('patients')
        return `The sandbox home-care system works; it has ${patients.length} patients.`
      },
    }
  },
})
