import { z } from 'zod'
import { columnsSchema, runsSchema } from './chunk.ts'

/** Problems of which an answer has the text; all are counted. */
export const maxProblems = 100

export const problemSchema = z.object({
  row: z.int().meta({ title: 'Row', description: 'The row or line of the file.' }),
  column: z
    .string()
    .nullable()
    .meta({ title: 'Column', description: 'Empty where the whole row is meant.' }),
  message: z.string().meta({ title: 'Message', description: 'What is wrong there.' }),
})
export type TableProblem = z.output<typeof problemSchema>

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const sheetSchema = z.object({
  name: z.string().meta({ title: 'Name', description: 'As on its tab.' }),
  hidden: z.boolean().meta({ title: 'Hidden', description: 'Whether Excel shows it.' }),
})
export const detectedSchema = z.object({
  encoding: z.string().meta({ title: 'Encoding', description: 'Such as utf-8.' }),
  delimiter: z.string().meta({ title: 'Delimiter', description: 'The character itself.' }),
  quote: z.string().meta({ title: 'Quote', description: 'The character itself.' }),
  lineEnd: z.string().meta({ title: 'End of line', description: 'Of most lines.' }),
})
export type Detected = z.output<typeof detectedSchema>

export const foundTableSchema = z.object({
  columns: columnsSchema,
  rowCount: z.int(),
  headerRow: z.int().nullable(),
  runs: runsSchema,
  problems: z.array(problemSchema).max(maxProblems),
  problemCount: z.int(),
  /** Empty where the rows were sent as parts. */
  rows: z.array(z.array(cellSchema)),
  detected: detectedSchema.nullable(),
  sheet: z.string().nullable(),
  sheets: z.array(sheetSchema),
  merged: z.array(z.string()),
})
export type FoundTable = z.output<typeof foundTableSchema>
