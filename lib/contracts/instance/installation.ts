import { z } from 'zod'
import { contract } from '../contract.ts'

export const findingSchema = z.object({
  /** What it is about: "Database". */
  about: z.string(),
  /** `warning`: it works, and somebody should look at it. `problem`: work waits or is in danger. */
  level: z.enum(['fine', 'warning', 'problem']),
  /** One sentence. */
  says: z.string(),
  /** What to do about it; null when nothing is. */
  toDo: z.string().nullable(),
})
export type Finding = z.infer<typeof findingSchema>

export const examineInstallationContract = contract({
  id: 'examineInstallation',
  method: 'GET',
  path: '/api/v2/instance/findings',
  summary: 'Examine this installation',
  description:
    'For instance administrators: settings, database, storage, workers, queue, mail server and ' +
    'certificate, as the answering process sees them now. The same as `npm run doctor`.',
  tag: 'Instance',
  returns: {
    200: {
      description: 'What was found.',
      schema: z.object({ examinedAt: z.iso.datetime(), findings: z.array(findingSchema) }),
    },
  },
})
