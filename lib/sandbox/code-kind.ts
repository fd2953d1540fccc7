import type { Answer, ProcessKind } from '#lib/process-pool/kind'
import type { ProcessPool } from '#lib/process-pool/pool'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { limits } from './limits.ts'
import { runnerReplySchema, type RunnerReply, type RunnerRequest } from './runner-messages.ts'

export type CodePool = ProcessPool<RunnerRequest, RunnerReply>
export type CodeAnswer = Answer<RunnerReply>

/** Customers' code: a process runs one call after the other, each in its own engine. */
export const codeKind: ProcessKind<RunnerReply> = {
  name: 'customers’ code',
  program: 'lib/sandbox/runner/main.ts',
  readable: ['lib/sandbox', 'node_modules/quickjs-wasi', 'node_modules/acorn'],
  nobody: true,
  nodeFlags: [
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    // With the default of 984 KiB, V8 ends a recursion before the engine's own limit turns it into
    // an error that the code can see.
    '--stack-size=2000',
    `--wasm-max-mem-pages=${limits.wasmPages}`,
  ],
  // V8 counts an engine's memory against half of this. Beyond that it collects garbage for each
  // page that an engine takes: with 96 a call that fills its heap needed four times the CPU. This
  // is no barrier: limits.ts limits the data that leaves an engine.
  heapMegabytes: 320,
  reply: runnerReplySchema,
  replyBytes: limits.replyBytes,
  residentBytes: limits.residentBytes,
  restingBytes: limits.runnerBytes,
  graceMs: limits.killGraceMs,
  reuse: 'all',
  callsPerProcess: limits.callsPerRunner,
  idleMs: limits.idleMs,
  places: limits.places,
  quickPlaces: limits.quickPlaces,
}

/** The one pool for customers' code in this service process. */
export const codePool = (): CodePool => sharedPool<RunnerRequest, RunnerReply>(codeKind)
