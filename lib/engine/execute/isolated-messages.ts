import { z } from 'zod'

/** What a worker tells the process that plays suspect runs for it (isolation.ts). */
export const isolatedOrderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('play'),
    workerId: z.uuid(),
    runId: z.uuid(),
    fatal: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('stop') }),
  z.strictObject({ kind: z.literal('abandon') }),
])
export type IsolatedOrder = z.infer<typeof isolatedOrderSchema>

/**
 * What that process tells: each piece before what it announces begins, so that the last one is
 * known when the process ends. `bounded`: a call that its effect or its retry policy does not let
 * be repeated for ever.
 */
export const isolatedReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('alive') }),
  z.strictObject({ kind: z.literal('started'), runId: z.uuid() }),
  z.strictObject({
    kind: z.literal('step'),
    runId: z.uuid(),
    key: z.string(),
    begins: z.boolean(),
    bounded: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('idle'), runId: z.uuid(), failed: z.boolean() }),
])
export type IsolatedReply = z.infer<typeof isolatedReplySchema>
