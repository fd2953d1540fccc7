import { z } from 'zod'

/**
 * What happens to an open screen at an instant without anybody's doing, as its step planned it. The
 * step computes the instants in working time when the screen opens.
 */
export const plannedActionSchema = z.object({
  at: z.iso.datetime({ offset: true }),
  do: z.enum(['remind']),
})

export type PlannedAction = z.infer<typeof plannedActionSchema>
