import { cutText } from '#lib/domain/text'
import { serve } from '#lib/process-pool/serve'
import type { TableReply, TableRequest } from '../messages.ts'
import { Refused } from './refused.ts'
import { RowSink } from './row-sink.ts'

/** The program of a process that reads one table of a stranger's file and then ends. */
await serve<TableRequest>(async (request, { bytes, send }) => {
  const sink = new RowSink(request, send)
  const read = async (): Promise<TableReply> => {
    // Each reader loads its own packages only.
    if (request.do === 'csv') {
      const { readCsv } = await import('./csv.ts')
      return { did: 'read', found: await readCsv(bytes, request, sink) }
    }
    const { readExcel } = await import('./excel.ts')
    return { did: 'read', found: await readExcel(bytes, request, sink) }
  }
  try {
    return { reply: await read() }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const reply: TableReply = { did: 'refused', message: cutText(error.message, 4_000) }
    return { reply }
  }
})
