import { z } from 'zod'

/** A code and the declaration of its argument, to a process that checks types. */
export type TypesRequest = { code: string; scope: string }

/** Where the types do not agree; line and column count from 1. */
const faultSchema = z.object({
  line: z.int().min(1),
  column: z.int().min(1),
  message: z.string().max(1000),
})
export type TypeFault = z.infer<typeof faultSchema>

export const typesReplySchema = z.union([
  z.object({ ok: z.literal(true), faults: z.array(faultSchema).max(20) }),
  /** The code is nested too deeply for the checker. */
  z.object({ ok: z.literal(false) }),
])
export type TypesReply = z.infer<typeof typesReplySchema>
