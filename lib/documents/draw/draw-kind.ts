import type { ProcessKind } from '#lib/process-pool/kind'
import { drawReplySchema, maxDrawnBytes, type DrawReply } from './draw-messages.ts'

/**
 * Draws documents of authors and data of runs. A process belongs to one organization for its whole
 * life, because the layout engine remembers parts of earlier documents.
 */
export const drawKind: ProcessKind<DrawReply> = {
  name: 'drawing documents',
  program: 'lib/documents/draw/program/main.ts',
  // The layout engine is a native add-on. It runs only our own source, which names no files.
  readable: null,
  nobody: true,
  heapMegabytes: 256,
  reply: drawReplySchema,
  replyBytes: Math.ceil(maxDrawnBytes / 3) * 4 + 1_000,
  residentBytes: 1024 * 1024 * 1024,
  restingBytes: 300 * 1024 * 1024,
  reuse: 'organization',
  callsPerProcess: 500,
  idleMs: 60_000,
  spare: true,
  places: 2,
  // Long tables take longer than other work, and to begin again helps nobody.
  longAfterMs: 2_000,
  perOrganization: { waiting: 50 },
}
