import type { ProcessKind } from '#lib/process-pool/kind'
import type { ProcessPool } from '#lib/process-pool/pool'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { checkReplySchema, type CheckReply, type CheckRequest } from './messages.ts'

export type CheckPool = ProcessPool<CheckRequest, CheckReply>

/** Time for one check, in milliseconds; the largest body with an ordinary schema takes 500. */
export const checkMs = 5_000

const megabyte = 1024 * 1024

/** Data checked by customers' schemas, where that is too much for the process that serves. */
const checkKind: ProcessKind<CheckReply> = {
  name: 'checks by schema',
  program: 'lib/schema-check/main.ts',
  readable: ['lib/schema-check', 'lib/domain', 'node_modules/re2js', 'node_modules/ajv-formats'],
  nobody: true,
  nodeFlags: ['--disallow-code-generation-from-strings', '--disable-proto=delete'],
  heapMegabytes: 256,
  reply: checkReplySchema,
  // Data with defaults come back whole; a step's output, which may start a run, has 16 MB.
  replyBytes: 40 * megabyte,
  residentBytes: 400 * megabyte,
  restingBytes: 200 * megabyte,
  reuse: 'all',
  callsPerProcess: 500,
  idleMs: 60_000,
  places: 2,
  perOrganization: { waiting: 100 },
}

/** The one pool for checks in this service process. */
export const checkPool = (): CheckPool => sharedPool<CheckRequest, CheckReply>(checkKind)
