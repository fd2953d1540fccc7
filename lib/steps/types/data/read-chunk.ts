import { z } from 'zod'
import {
  chunkFields,
  chunkReference,
  chunkRows,
  partColumns,
  textOfChunk,
} from '#lib/domain/tables/chunk'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const whole = z.object({
  ...chunkFields,
  columns: chunkFields.columns.unwrap(),
  rows: chunkFields.rows.unwrap(),
  text: z
    .string()
    .meta({ title: 'As text', description: 'Its place, the header and the rows.', phi: true }),
})

export default defineStep({
  type: 'read-chunk',
  version: 1,
  title: 'Read chunk',
  description: 'Reads the rows of a chunk of a stored table, with its header and its place.',
  category: 'Data',
  icon: 'text-select',
  says: ['{chunk}'],
  effect: 'read',
  config: z.strictObject({
    chunk: z.unknown().meta({
      title: 'Chunk',
      description: 'One of the chunks that “Split table” gave; item in a loop over them.',
      examples: [
        {
          number: 1,
          of: 1,
          file: null,
          sheet: null,
          range: null,
          headerRange: null,
          columns: [],
          rows: [],
        },
      ],
    }),
  }),
  output: whole,
  uiSchema: { chunk: { 'ui:widget': 'expression' } },
  retry: { maxAttempts: 3, delaySeconds: 5, factor: 3, maxDelaySeconds: 120 },
  examples: [{ title: 'The first one', config: { chunk: { $: 'steps.split.output.chunks[0]' } } }],
  async execute({ config, services, run, signal }) {
    signal.throwIfAborted()
    const given = z.object(chunkFields).safeParse(config.chunk)
    const { columns, rows } = given.data ?? {}
    // A chunk of a list is whole already, so that a loop works for both.
    if (given.data && columns && rows) {
      const chunk = { ...given.data, columns, rows }
      return done({ ...chunk, text: textOfChunk(chunk) })
    }
    const reference = chunkReference.safeParse(config.chunk)
    if (!reference.success)
      throw new PermanentStepError(
        'invalid_chunk',
        '"Chunk" must be one of the chunks of “Split table”; in a loop over them it is item.',
      )
    const { tableFileId, from, count, firstColumn, columnCount, ...place } = reference.data
    const organizationId = run.organizationId
    const index = await fromProvider(services.tableIndex(organizationId, tableFileId))
    const cells = await fromProvider(
      services.tableRows(organizationId, tableFileId, { from, count }),
    )
    const part = { columns: partColumns(index.columns, { firstColumn, columnCount }), firstColumn }
    const chunk = { ...place, columns: part.columns, rows: chunkRows(part, cells) }
    return done({ ...chunk, text: textOfChunk(chunk) })
  },
})
