import { z } from 'zod'

/** A message of a worker to the process that executes suspects for it (isolation.ts). */
export const isolatedOrderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('execute'),
    workerId: z.uuid(),
    runId: z.uuid(),
    fatal: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('stop') }),
  z.strictObject({ kind: z.literal('abandon') }),
])
export type IsolatedOrder = z.infer<typeof isolatedOrderSchema>

/**
 * A message of that process. It is sent before the work that it announces starts, so that the last
 * one is known when the process ends. `bounded`: the effect or the retry policy limits how often
 * the call is repeated.
 */
export const isolatedReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('alive') }),
  z.strictObject({ kind: z.literal('started'), runId: z.uuid() }),
  z.strictObject({
    kind: z.literal('step'),
    runId: z.uuid(),
    key: z.string(),
    starts: z.boolean(),
    bounded: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('idle'), runId: z.uuid(), failed: z.boolean() }),
])
export type IsolatedReply = z.infer<typeof isolatedReplySchema>
