import { z } from 'zod'
import type { ResultLimits } from './collect-rows.ts'
import type { WarehouseRow } from './port.ts'

/** A query on the file with which the process was started. */
export type SandboxRequest = { query: string; limits: ResultLimits }

const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row)
/** Does not check each value, because there may be ten thousand rows. */
const rows = z.custom<WarehouseRow[]>((value) => Array.isArray(value) && value.every(isRow))
const message = z.string().max(4096)

/** The answer of a process. `refused`: a statement that does not only read. */
export const sandboxReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rows'), rows }),
  z.object({ type: z.literal('too_large') }),
  z.object({ type: z.literal('refused'), message }),
  z.object({ type: z.literal('failed'), code: z.string().max(200), message }),
])
export type SandboxReply = z.output<typeof sandboxReplySchema>
