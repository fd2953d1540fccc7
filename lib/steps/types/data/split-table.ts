import { z } from 'zod'
import {
  chunkParts,
  chunkRows,
  chunkSchema,
  defaultChunkSize,
  listColumns,
  maxChunks,
  placeOf,
  rowNumbers,
  textOfChunk,
  type ChunkPart,
  type ChunkPlace,
  type ChunkSize,
  type RowRun,
  type TableSource,
} from '#lib/domain/tables/chunk'
import { columnNames, type Cell, type Column } from '#lib/domain/tables/columns'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { rowsField, rowsHint } from '../../support/table-fields.ts'
import { noSource, originOf, rowsOf } from '../../support/table-input.ts'

type About = { rowCount: number; columns: Column[]; runs: RowRun[]; source: TableSource }

/** The parts of a table, and where each stands in the file. */
function partsOf(about: About, size: ChunkSize): { part: ChunkPart; place: ChunkPlace }[] {
  const parts = chunkParts(about, size)
  if (parts.length > maxChunks)
    throw new PermanentStepError(
      'too_many_chunks',
      `These would be ${parts.length.toLocaleString('en-US')} chunks, and a loop takes ` +
        `${maxChunks.toLocaleString('en-US')}. Set a size of at least ` +
        `${Math.ceil(about.rowCount / maxChunks)}.`,
    )
  const rowNumber = rowNumbers(about.runs)
  return parts.map((part) => ({ part, place: placeOf(part, { source: about.source, rowNumber }) }))
}

/** A list: its chunks have their rows. */
function chunksOfList(
  list: Record<string, unknown>[],
  given: unknown,
  size: ChunkSize,
  text: boolean,
) {
  const origin = originOf(given)
  const columns = origin?.columns ?? listColumns(columnNames(list, []))
  const { runs, source } = origin ?? { runs: [], source: noSource }
  const about = { rowCount: list.length, columns, runs, source }
  return partsOf(about, size).map(({ part, place }) => {
    const cells = list
      .slice(part.from, part.from + part.count)
      .map((row) => columns.map(({ name }) => (row[name] ?? null) as Cell))
    const chunk = { ...place, columns: part.columns, rows: chunkRows(part, cells) }
    return text ? { ...chunk, text: textOfChunk(chunk) } : chunk
  })
}

export default defineStep({
  type: 'split-table',
  version: 1,
  title: 'Split table',
  description:
    'Splits rows into chunks for “For each”, each with the header and its place in the file. ' +
    'Chunks of a stored table are read in the loop with “Read chunk”.',
  category: 'Data',
  icon: 'rows-3',
  says: ['{rows}'],
  effect: 'read',
  config: z.strictObject({
    rows: rowsField,
    size: z
      .int()
      .min(1)
      .max(10_000)
      .default(defaultChunkSize)
      .meta({ title: 'Size', description: 'Rows of a chunk; columns where it is split by these.' }),
    by: z
      .enum(['auto', 'rows', 'columns'])
      .default('auto')
      .meta({
        title: 'Split by',
        enumNames: ['By its shape', 'Rows', 'Columns'],
        description:
          'By its shape: by columns where there are more columns than rows and than the size, else by ' +
          'rows. Chunks of columns repeat the first column.',
      }),
    text: z.boolean().default(false).meta({
      title: 'Add as text',
      description: 'Each chunk also as text with its place and header, for a question or a mail.',
    }),
  }),
  output: z.object({
    chunks: z.array(chunkSchema).meta({
      title: 'Chunks',
      description:
        'Each with number, file, sheet, range (such as B2:F51), columns and rows. Chunks of a ' +
        'stored table have no rows yet: “Read chunk” reads them.',
      phi: true,
    }),
    count: z.int().meta({ title: 'Count', description: 'How many they are.' }),
  }),
  uiSchema: {
    rows: rowsHint,
    by: { 'ui:widget': 'select', 'ui:options': { advanced: true } },
    text: { 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 3, delaySeconds: 5, factor: 3, maxDelaySeconds: 120 },
  examples: [
    { title: 'Rows of a file', config: { rows: { $: 'steps.read.output' } } },
    {
      title: 'A wide table by columns',
      config: { rows: { $: 'steps.read.output' }, by: 'columns', size: 20 },
    },
  ],
  async execute({ config, services, run, signal }) {
    signal.throwIfAborted()
    const { text, ...size } = config
    const rows = rowsOf(config.rows)
    if (!('tableFileId' in rows)) {
      const chunks = chunksOfList(rows, config.rows, size, text)
      return done({ chunks, count: chunks.length })
    }
    const { tableFileId } = rows
    const about = await fromProvider(services.tableIndex(run.organizationId, tableFileId))
    const chunks = partsOf(about, size).map(({ part, place }) => {
      const { from, count, firstColumn } = part
      return { ...place, tableFileId, from, count, firstColumn, columnCount: part.columns.length }
    })
    return done({ chunks, count: chunks.length })
  },
})
