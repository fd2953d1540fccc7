import type { Answer, ProcessKind } from '#lib/process-pool/kind'
import type { ProcessPool } from '#lib/process-pool/pool'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { typesReplySchema, type TypesReply, type TypesRequest } from './messages.ts'

const megabyte = 1024 * 1024

export type TypesPool = ProcessPool<TypesRequest, TypesReply>
export type TypesAnswer = Answer<TypesReply>

/**
 * The processes that check the types of customers' code. Types can be written that take hours to
 * check, so a check has little time and memory, and may be stopped.
 */
export const typesKind: ProcessKind<TypesReply> = {
  name: 'types of code',
  program: 'lib/code-types/program/main.ts',
  readable: ['lib/code-types', 'lib/domain', 'node_modules/typescript-js'],
  nobody: true,
  nodeFlags: ['--disallow-code-generation-from-strings'],
  heapMegabytes: 256,
  reply: typesReplySchema,
  replyBytes: megabyte,
  residentBytes: 512 * megabyte,
  restingBytes: 320 * megabyte,
  // A request leaves nothing for the next one (program/main.ts).
  reuse: 'all',
  callsPerProcess: 5000,
  idleMs: 60_000,
  places: 2,
  quickPlaces: 2,
  // A workflow may have some hundred codes, which are asked about at once.
  perOrganization: { running: 1, waiting: 2000 },
}

/** The one pool for the types of code in this service process. */
export const typesPool = (): TypesPool => sharedPool<TypesRequest, TypesReply>(typesKind)
