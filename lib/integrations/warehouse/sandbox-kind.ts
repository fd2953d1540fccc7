import type { ProcessKind } from '#lib/process-pool/kind'
import { sandboxReplySchema, type SandboxReply } from './sandbox-messages.ts'

const common = {
  program: 'lib/integrations/warehouse/sandbox-runner.ts',
  // DuckDB is a native add-on, and its file lies in a folder of the service's user. What a query
  // may reach is closed in DuckDB itself (sandbox-runner.ts).
  readable: null,
  nobody: false,
  heapMegabytes: 256,
  replyBytes: 32 * 1024 * 1024,
  // DuckDB's own limit does not count the strings that functions make.
  residentBytes: 900 * 1024 * 1024,
  restingBytes: 400 * 1024 * 1024,
  idleMs: 60_000,
  callsPerProcess: 5_000,
} as const

/**
 * Queries on the sandbox warehouse in `folder`/`file`. A process belongs to one organization for
 * all its life, because a query can switch things on for those that follow.
 */
export function warehouseKind(folder: string, file: string): ProcessKind<SandboxReply> {
  return {
    ...common,
    name: 'the sandbox warehouse',
    args: ['query', file],
    cwd: folder,
    reply: sandboxReplySchema,
    reuse: 'organization',
    spare: true,
    places: 3,
    perOrganization: { waiting: 100 },
  }
}

/** Makes the file of the sandbox warehouse; the request has no content. */
export function warehouseBuildKind(folder: string, file: string): ProcessKind<'built'> {
  return {
    ...common,
    name: 'building the sandbox warehouse',
    args: ['build', file],
    cwd: folder,
    reply: { parse: isBuilt },
    reuse: 'none',
    places: 1,
    // Half a build is of no use to anybody.
    longAfterMs: Infinity,
  }
}

function isBuilt(value: unknown): 'built' {
  if (value !== 'built') throw new Error('The sandbox warehouse could not be built.')
  return value
}
