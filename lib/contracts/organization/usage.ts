import { z } from 'zod'
import { contract } from '../contract.ts'

const most = z.number().nullable()

const usageSchema = z.object({
  requests: z.object({
    /** By all keys and people; null: as the installation says. */
    mostPerMinute: most,
  }),
  starts: z.object({
    /** Runs that were started in the last hour, by whomever. */
    lastHour: z.int(),
    /** Of runs that API keys start; null: no limit. */
    mostPerMinute: most,
  }),
  /** Files; deleted ones count for ten minutes more. */
  storage: z.object({ bytes: z.int(), files: z.int(), mostBytes: most }),
  code: z.object({
    /** Of this hour. */
    seconds: z.number(),
    mostSecondsPerHour: most,
    /** The last 24 hours in which there was any, the newest first. */
    hours: z.array(z.object({ hour: z.iso.datetime({ offset: true }), seconds: z.number() })),
  }),
})
export type UsageView = z.infer<typeof usageSchema>

export const getUsageContract = contract({
  id: 'getUsage',
  method: 'GET',
  path: '/api/v2/usage',
  summary: 'Read what the organization uses, and its limits',
  description:
    'Operators of the installation set the limits; `null` is none. Code counts for as long as code ' +
    'steps occupy a process.',
  tag: 'Settings',
  returns: { 200: { description: 'What it uses.', schema: usageSchema } },
})
