import { z } from 'zod'
import type { ProcessKind } from '#lib/process-pool/kind'
import type { ProcessPool } from '#lib/process-pool/pool'
import { sharedPool } from '#lib/process-pool/shared-pool'
import type { ExpressionReply, ExpressionRequest } from './messages.ts'

const failed = z.object({
  ok: z.literal(false),
  index: z.int().min(0),
  code: z.string().max(64),
  message: z.string().max(4096),
  position: z.int().nullable(),
})
const reply: z.ZodType<ExpressionReply> = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), values: z.array(z.unknown()) }),
  failed,
])

const megabyte = 1024 * 1024

/** The processes that compute customers' expressions with JSONata. */
const expressionKind: ProcessKind<ExpressionReply> = {
  name: 'expressions',
  program: 'lib/expressions/runner.ts',
  readable: ['lib/expressions', 'lib/domain', 'node_modules/jsonata', 'node_modules/re2js'],
  nobody: true,
  nodeFlags: [
    '--disable-proto=delete',
    '--frozen-intrinsics',
    '--disallow-code-generation-from-strings',
  ],
  heapMegabytes: 256,
  residentBytes: 512 * megabyte,
  restingBytes: 200 * megabyte,
  reply,
  // A character of JSON has at most three bytes.
  replyBytes: 50 * megabyte,
  // JSONata ends most evaluations by itself, and then names the place.
  graceMs: 250,
  // A request leaves nothing for the next one (runner.ts).
  reuse: 'all',
  callsPerProcess: 50_000,
  // A start costs about a hundred times as much as a request.
  idleMs: 600_000,
  places: 2,
  // Most requests take a few milliseconds.
  longAfterMs: 100,
  // A start takes as long as another organization's run should.
  spare: true,
  // Steps of runs wait for each other rather than fail; a worker limits their number.
  perOrganization: { waiting: 100_000 },
}

export const expressionPool = (): ProcessPool<ExpressionRequest, ExpressionReply> =>
  sharedPool<ExpressionRequest, ExpressionReply>(expressionKind)
