import type { ProcessKind } from '#lib/process-pool/kind'
import { sandboxReplySchema, type SandboxReply } from './sandbox-messages.ts'

const common = {
  program: 'lib/integrations/warehouse/sandbox-runner.ts',
  // DuckDB is a native add-on, and its file is in a folder of the service's user. DuckDB itself
  // restricts what a query can reach (sandbox-runner.ts).
  readable: null,
  nobody: false,
  heapMegabytes: 256,
  replyBytes: 32 * 1024 * 1024,
  // DuckDB's own limit does not count the strings that functions create.
  residentBytes: 900 * 1024 * 1024,
  restingBytes: 400 * 1024 * 1024,
  idleMs: 60_000,
  callsPerProcess: 5_000,
} as const

/**
 * Queries on the sandbox warehouse in `folder`/`file`. A process belongs to one organization for
 * its whole life, because a query can change settings for later ones.
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

/** Creates the file of the sandbox warehouse; the request has no content. */
export function warehouseBuildKind(folder: string, file: string): ProcessKind<'built'> {
  return {
    ...common,
    name: 'building the sandbox warehouse',
    args: ['build', file],
    cwd: folder,
    reply: { parse: isBuilt },
    reuse: 'none',
    places: 1,
    // An incomplete build is useless.
    longAfterMs: Infinity,
  }
}

function isBuilt(value: unknown): 'built' {
  if (value !== 'built') throw new Error('The sandbox warehouse could not be built.')
  return value
}
