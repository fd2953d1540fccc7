import { z } from 'zod'
import { foundTableSchema } from '#lib/domain/tables/found'
import type { CsvReadOptions, ExcelReadOptions } from '#lib/domain/tables/options'

/** Limits of what is read; tests make them small. */
export type TableLimits = {
  /** Rows and characters of JSON that an answer may have; more is only stored as a table. */
  listRows: number
  listCharacters: number
  /** Characters of all cells of a table that is stored. */
  tableCharacters: number
  rows: number
  cells: number
  /** Bytes of all parts of an archive together, as declared and as counted. */
  unpackedBytes: number
  /** How many times larger than packed a part may be, from `ratioFromBytes` on. */
  ratio: number
  ratioFromBytes: number
  entries: number
  /** Characters of all different texts of a workbook. */
  textCharacters: number
}

export const tableLimits: TableLimits = {
  listRows: 10_000,
  listCharacters: 12_000_000,
  tableCharacters: 4 * 1024 ** 3,
  rows: 1_048_576,
  cells: 50_000_000,
  unpackedBytes: 4 * 1024 ** 3,
  ratio: 400,
  ratioFromBytes: 64 * 1024 ** 2,
  entries: 5_000,
  textCharacters: 200_000_000,
}

/** The file itself is sent as the request's content. `as: table` sends the rows as parts. */
export type TableRequest = {
  as: 'list' | 'table'
  source: { fileId: string; fileName: string }
  limits: TableLimits
  /** An empty sheet is a table without columns, where it would be refused otherwise. */
  allowEmpty?: boolean
} & ({ do: 'csv'; options: CsvReadOptions } | { do: 'excel'; options: ExcelReadOptions })

/** The message of `refused` is for the person who sent the file. */
export const tableReplySchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('read'), found: foundTableSchema }),
  z.object({ did: z.literal('refused'), message: z.string().max(4_000) }),
])
export type TableReply = z.output<typeof tableReplySchema>
