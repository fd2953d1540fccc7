import type { ResultLimits } from './collect-rows.ts'
import type { WarehouseRow } from './port.ts'

/** What the sandbox's process is asked, one request a process, as JSON on its standard input. `file` lies in its working directory. */
export type SandboxRequest = { action: 'build'; file: string } | { action: 'query'; file: string; query: string; limits: ResultLimits; maxResidentBytes: number }

/** What it answers, as JSON on its standard output. `refused`: a statement that does not only read. */
export type SandboxReply =
  | { type: 'built' }
  | { type: 'rows'; rows: WarehouseRow[] }
  | { type: 'too_large' }
  | { type: 'refused'; message: string }
  | { type: 'failed'; code: string; message: string }
