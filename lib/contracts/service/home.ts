import { z } from 'zod'
import { contract } from '../contract.ts'
import { inboxItemSchema } from '../runs/screens.ts'

const workflowRef = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })
const count = z.int()

export const homeSchema = z.object({
  /**
   * Open screens that the caller has claimed or nobody has; `top` has the first five: their own,
   * then what is overdue, the urgent, the old.
   */
  screens: z.object({ open: count, mine: count, overdue: count, top: z.array(inboxItemSchema) }),
  /** Workflows with failed runs in the last 24 hours, most first. */
  failing: z.array(
    z.object({
      workflow: workflowRef,
      failed: count,
      lastRunId: z.uuid(),
      lastAt: z.iso.datetime({ offset: true }),
    }),
  ),
  /** The last 14 days in the organization's time zone, oldest first, by the day a run started. */
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        running: count,
        suspended: count,
        completed: count,
        failed: count,
        cancelled: count,
      }),
    )
    .nullable(),
  /**
   * Seconds from start to end of the runs completed in the last 7 days; null without such runs.
   */
  duration: z
    .object({
      runs: count,
      medianSeconds: z.number().nullable(),
      p95Seconds: z.number().nullable(),
    })
    .nullable(),
  /** Tasks that wait for a worker, and the seconds that the oldest has waited. */
  queue: z.object({ pending: count, oldestSeconds: z.number().nullable() }).nullable(),
  /**
   * One query counts all numbers; `balanced` says whether
   * accepted = completed + failed + cancelled + active + suspended.
   */
  books: z
    .object({
      accepted: count,
      completed: count,
      failed: count,
      cancelled: count,
      active: count,
      suspended: count,
      balanced: z.boolean(),
    })
    .nullable(),
})
export type HomeView = z.infer<typeof homeSchema>

/** The numbers of all runs; null for callers who do not see all of them. */
export type RunNumbers = {
  [K in 'days' | 'duration' | 'queue' | 'books']: NonNullable<HomeView[K]>
}

export const getHomeContract = contract({
  id: 'getHome',
  method: 'GET',
  path: '/api/v2/home',
  summary: 'Read what needs attention now',
  tag: 'Home',
  returns: { 200: { description: 'The numbers of the home page.', schema: homeSchema } },
})
