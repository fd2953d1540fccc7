import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTable, type PartReader } from '#lib/documents/tables/table-file'
import { TableFileWriter } from '#lib/documents/tables/table-file-writer'
import { tableToWrite } from '#lib/documents/tables/table-to-write'
import { writeCsv } from '#lib/documents/tables/write-csv'
import { writeExcel } from '#lib/documents/tables/write-excel'
import { tableLimits } from '#lib/documents/tables/messages'
import { RowSink } from '#lib/documents/tables/reader/row-sink'
import { csvReadSchema, csvWriteSchema, excelReadSchema } from '#lib/domain/tables/options'
import { report, round } from './support/report.ts'

/**
 * Tables of 20 columns: a stored table to CSV and to Excel, and both read back into a stored table.
 * Each act runs in a process of its own, which says how long it took and its largest resident set.
 *
 *     node bench/tables.ts [rows, 100000 unless said]        node bench/tables.ts 1000000
 */
const columns = 20
const rows = Number(process.argv[2] ?? 100_000)

const read = (file: string): PartReader => ({
  size: statSync(file).size,
  async *read({ start, end }) {
    const handle = await open(file)
    yield* handle.createReadStream({ start, end: end - 1 }) as AsyncIterable<Buffer>
  },
})

/** Writes pieces to a file as they come. */
async function save(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'w')
  for await (const piece of pieces) await handle.writeFile(piece)
  await handle.close()
}

/** A few kinds of cells, and texts that do not repeat. */
const cellsOf = (row: number) =>
  Array.from({ length: columns }, (_, at) => {
    if (at % 5 === 1) return row * 7 + at
    if (at % 5 === 2) return `2026-0${(row % 9) + 1}-1${at % 10}`
    if (at % 5 === 3) return row % 2 === at % 2
    return `Patient ${row}-${at}`
  })

async function make(file: string): Promise<void> {
  const parts: Uint8Array[] = []
  const writer = new TableFileWriter((part) => parts.push(part))
  for (let row = 0; row < rows; row += 1) writer.add(cellsOf(row))
  const names = Array.from({ length: columns }, (_, at) => `Column ${at + 1}`)
  writer.end({
    columns: names.map((name) => ({ name, type: 'mixed', letters: 'A' })),
    rowCount: rows,
    runs: [{ first: 2, count: rows }],
    source: { fileId: 'f', fileName: 'bench', sheet: null, headerRow: 1 },
  })
  await save(
    file,
    (async function* () {
      yield* parts
    })(),
  )
}

async function readBack(file: string, kind: 'csv' | 'excel'): Promise<void> {
  const handle = await open(`${file}.back`, 'w')
  const parts: Uint8Array[] = []
  const base = {
    as: 'table' as const,
    source: { fileId: 'f', fileName: 'bench' },
    limits: tableLimits,
  }
  const send = (part: Uint8Array) => parts.push(part)
  const bytes = readFileSync(`${file}.${kind}`)
  if (kind === 'csv') {
    const { readCsv } = await import('#lib/documents/tables/reader/csv')
    const request = { ...base, do: 'csv' as const, options: csvReadSchema.parse({}) }
    await readCsv(bytes, request, new RowSink(request, send))
  } else {
    const { readExcel } = await import('#lib/documents/tables/reader/excel')
    const request = { ...base, do: 'excel' as const, options: excelReadSchema.parse({}) }
    await readExcel(bytes, request, new RowSink(request, send))
  }
  for (const part of parts) await handle.writeFile(part)
  await handle.close()
}

const acts: Record<string, (file: string) => Promise<void>> = {
  make,
  async writeCsv(file) {
    const table = tableToWrite(await openTable(read(file)), [])
    await save(`${file}.csv`, writeCsv(table, csvWriteSchema.parse({})))
  },
  async writeExcel(file) {
    const table = tableToWrite(await openTable(read(file)), [])
    const sheet = { ...table, name: 'Bench', header: true, widths: {}, formats: {} }
    await save(`${file}.excel`, writeExcel([sheet]))
  },
  readCsv: async (file) => await readBack(file, 'csv'),
  readExcel: async (file) => await readBack(file, 'excel'),
}

const act = process.argv[3]
if (act) {
  const started = performance.now()
  await acts[act]?.(process.argv[4] ?? '')
  const seconds = round((performance.now() - started) / 1000, 2)
  const { user, system } = process.cpuUsage()
  const cpuSeconds = round((user + system) / 1e6, 2)
  const megabytes = round(process.resourceUsage().maxRSS / 1024, 0)
  process.stdout.write(JSON.stringify({ seconds, cpuSeconds, megabytes }))
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-tables-'))
  const file = path.join(folder, 'table')
  const play = (name: string): unknown => {
    const program = fileURLToPath(import.meta.url)
    const args = [program, String(rows), name, file]
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  }
  try {
    const made = Object.keys(acts).map((name) => [name, play(name)])
    const size = (ending: string) => round(statSync(file + ending).size / 1024 / 1024, 1)
    const megabytes = { table: size(''), csv: size('.csv'), excel: size('.excel') }
    report('tables', { rows, ...Object.fromEntries(made), fileMegabytes: megabytes })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
