import { z } from 'zod'
import type { ProcessKind } from '#lib/process-pool/kind'
import { formPageFolder, rendererName } from './files.ts'

const megabyte = 1024 * 1024

export type DrawnForm = { html: string }

/** Forms of customers' schemas, drawn by the same components as in the browser. */
export const drawKind = (folder = formPageFolder): ProcessKind<DrawnForm> => ({
  name: 'drawing of forms',
  program: 'lib/form-page/main.ts',
  args: [`${folder}/${rendererName}`],
  readable: ['lib/form-page', folder],
  nobody: true,
  nodeFlags: ['--disallow-code-generation-from-strings'],
  heapMegabytes: 256,
  reply: z.object({ html: z.string() }),
  replyBytes: 8 * megabyte,
  residentBytes: 400 * megabyte,
  restingBytes: 200 * megabyte,
  reuse: 'all',
  callsPerProcess: 500,
  idleMs: 60_000,
  places: 1,
  perOrganization: { waiting: 50 },
})
