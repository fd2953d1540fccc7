import { z } from 'zod'
import { columnsSchema, runsSchema, tableSchema } from '#lib/domain/tables/chunk'
import { problemSchema } from '#lib/domain/tables/found'

export const fileField = z.unknown().meta({
  title: 'File',
  description: 'One file: its id, or what a file field of a form or another step gave.',
  examples: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
})

export const rowsField = z.unknown().meta({
  title: 'Rows',
  description:
    'A list of rows, such as those of an earlier step, or the output of “Read CSV” or ' +
    '“Read Excel”.',
  examples: [[{ name: 'Ada', paid: true }]],
})

/** Rows nearly always come from an earlier step. */
export const rowsHint = { 'ui:widget': 'expression', 'ui:options': { takes: 'array' } }

export const fileNameField = (ending: string) =>
  z
    .string()
    .trim()
    .min(1, 'Name the file.')
    .max(200)
    .meta({ title: 'File name', description: `The ending ${ending} is added where it is missing.` })

const file = z.object({ id: z.string(), fileName: z.string() })

/** What steps answer that write a file. */
export const writtenFile = z.object({
  file: file.meta({ title: 'File', description: 'As file fields of forms hold it.', phi: true }),
  mimeType: z.string().meta({ title: 'MIME type', description: 'What kind of file it is.' }),
  size: z.int().meta({ title: 'Size', description: 'In bytes.' }),
})

export const writtenFileOf = (stored: {
  id: string
  fileName: string
  mimeType: string
  size: number
}): z.output<typeof writtenFile> => ({
  file: { id: stored.id, fileName: stored.fileName },
  mimeType: stored.mimeType,
  size: stored.size,
})

/** What steps answer that read a table. */
export const readTableFields = {
  file: file.meta({ title: 'File', description: 'The file that was read.', phi: true }),
  rows: z.array(z.record(z.string(), z.unknown())).meta({
    title: 'Rows',
    description: 'Rows with the columns as fields; empty where they are stored as a table.',
    phi: true,
  }),
  table: tableSchema
    .nullable()
    .meta({ title: 'Table', description: 'The stored rows; empty where they are a list.' }),
  rowCount: z.int().meta({ title: 'Number of rows', description: 'Without the header.' }),
  columns: columnsSchema.meta({
    title: 'Columns',
    description: 'Name, type (text, number, yes or no, date, …) and letters, such as B.',
  }),
  sheet: z.string().nullable().meta({ title: 'Sheet', description: 'Empty for a CSV file.' }),
  headerRow: z
    .int()
    .nullable()
    .meta({ title: 'Row of the header', description: 'Empty where there is none.' }),
  runs: runsSchema.meta({
    title: 'Row numbers',
    description: 'Which rows of the file a list has: the first of a run, and how many follow.',
  }),
  problems: z
    .array(problemSchema)
    .meta({ title: 'Problems', description: 'The first 100, by row.', phi: true }),
  problemCount: z.int().meta({ title: 'Number of problems', description: 'All of them.' }),
}
