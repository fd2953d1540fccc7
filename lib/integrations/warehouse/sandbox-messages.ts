import type { ResultLimits } from './collect-rows.ts'
import type { WarehouseRow } from './port.ts'

/** What a process of the sandbox is asked, one line of JSON each on its standard input, one at a time. `file` lies in its working directory; queries are about the file it was started with. */
export type SandboxRequest = { action: 'build'; file: string } | { action: 'query'; query: string; limits: ResultLimits; maxResidentBytes: number }

/** What it answers, as a line of JSON on its descriptor 3. `refused`: a statement that does not only read. */
export type SandboxReply =
  | { type: 'built' }
  | { type: 'rows'; rows: WarehouseRow[] }
  | { type: 'too_large' }
  | { type: 'refused'; message: string }
  | { type: 'failed'; code: string; message: string }

/** The line after an answer: nothing of the question is left, and the next may come. Where something is, the process ends instead. */
export type SandboxReady = { type: 'ready' }
