import { z } from 'zod'

/** What a process is asked: the bytes of `{ schema, data }` as JSON go beside it. */
export type CheckRequest = { steps: number }

/** `data` where defaults were filled in. */
export const checkReplySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checked'),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).max(100),
    more: z.number(),
    data: z.unknown().optional(),
  }),
  z.object({ type: z.literal('unusable'), pointer: z.string(), message: z.string() }),
  z.object({ type: z.literal('too-costly') }),
])
export type CheckReply = z.output<typeof checkReplySchema>
