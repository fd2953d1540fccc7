import { z } from 'zod'
import {
  columnsSchema,
  runsSchema,
  sourceSchema,
  tableSchema,
  type RowRun,
  type TableSource,
} from '#lib/domain/tables/chunk'
import type { Column } from '#lib/domain/tables/columns'
import { PermanentStepError, type RowsToWrite } from '../define-step.ts'

type Rows = RowsToWrite['rows']

const refuse = (message: string): never => {
  throw new PermanentStepError('invalid_rows', message)
}
const advice =
  'Give a list of objects, such as the rows of an earlier step, or the output of “Read CSV” or ' +
  '“Read Excel”.'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectsOf(list: unknown[]): Record<string, unknown>[] {
  const wrong = list.findIndex((row) => !isObject(row))
  if (wrong >= 0) refuse(`Row ${wrong + 1} is no object with fields. ${advice}`)
  return list as Record<string, unknown>[]
}

/** Rows as steps take them: a list of objects, a stored table, or the output of a read step. */
export function rowsOf(given: unknown): Rows {
  if (Array.isArray(given)) return objectsOf(given)
  if (!isObject(given)) return refuse(`There are no rows. ${advice}`)
  const table = tableSchema.safeParse(given['table'] ?? given)
  if (table.success) return { tableFileId: table.data.tableFileId }
  const { rows } = given
  return Array.isArray(rows) ? objectsOf(rows) : refuse(`These are no rows. ${advice}`)
}

const readOutput = z.object({
  file: z.object({ id: z.string(), fileName: z.string() }),
  sheet: z.string().nullable(),
  headerRow: z.int().nullable(),
  columns: columnsSchema,
  runs: runsSchema,
})

/** What the output of a read step says of its rows; undefined for a list of another origin. */
export function originOf(
  given: unknown,
): { columns: Column[]; runs: RowRun[]; source: TableSource } | undefined {
  const read = readOutput.safeParse(given)
  if (!read.success) return undefined
  const { columns, runs, file, sheet, headerRow } = read.data
  const source = { fileId: file.id, fileName: file.fileName, sheet, headerRow }
  return { columns, runs, source }
}

export const noSource: TableSource = sourceSchema.parse({
  fileId: null,
  fileName: null,
  sheet: null,
  headerRow: null,
})

/** The name of a file to write, with its ending. */
export const withEnding = (fileName: string, ending: string): string =>
  fileName.toLowerCase().endsWith(ending) ? fileName : `${fileName}${ending}`
