import { z } from 'zod'

const header = z
  .enum(['auto', 'yes', 'no'])
  .default('auto')
  .meta({
    title: 'Header',
    enumNames: ['As it looks', 'Yes', 'No'],
    description:
      'Whether the first row names the columns. As it looks: yes when it has only texts, none of them ' +
      'twice. Without a header the columns are called Column A, Column B, …',
  })

export const readAs = z
  .enum(['list', 'table'])
  .default('list')
  .meta({
    title: 'Give the rows as',
    enumNames: ['A list', 'A table'],
    description:
      'A list: in the output, up to 10,000 rows. A table: stored as a file of the run, up to a ' +
      'million rows; “Split table” and the steps that write files take it.',
  })

const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export const quotes = { double: '"', single: "'" } as const
export const lineEnds = { crlf: '\r\n', lf: '\n', cr: '\r' } as const
const names = <T extends Record<string, string>>(of: T) => Object.keys(of) as (keyof T & string)[]

export const columnFormats = [
  'text',
  'number',
  'boolean',
  'date',
  'date-month-first',
  'date-day-first',
] as const

/** How a CSV file is read; `auto` is found out from the file. */
export const csvReadFields = {
  header,
  delimiter: z
    .enum(['auto', ...names(delimiters)])
    .default('auto')
    .meta({
      title: 'Delimiter',
      enumNames: ['As it looks', 'Comma', 'Semicolon', 'Tab', 'Pipe (|)'],
      description: 'What stands between the fields.',
    }),
  encoding: z
    .enum(['auto', ...csvEncodings])
    .default('auto')
    .meta({
      title: 'Encoding',
      enumNames: [
        'As it looks',
        'UTF-8',
        'UTF-16, little endian',
        'UTF-16, big endian',
        'Windows-1252',
      ],
      description:
        'As it looks: by its mark, else UTF-8 where the file is that, else Windows-1252.',
    }),
  quote: z
    .enum(['auto', ...names(quotes)])
    .default('auto')
    .meta({
      title: 'Quotes',
      enumNames: ['As it looks', 'Double (")', 'Single'],
      description: 'What fields with a delimiter stand in.',
    }),
  lineEnd: z
    .enum(['auto', ...names(lineEnds)])
    .default('auto')
    .meta({
      title: 'End of line',
      enumNames: ['As it looks', 'Windows (CR LF)', 'Unix (LF)', 'Old Macs (CR)'],
      description: 'As it looks: any, also several in one file.',
    }),
  skipLines: z
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .meta({ title: 'Skip lines', description: 'Lines above the table, such as a title.' }),
  types: z
    .enum(['auto', 'text'])
    .default('auto')
    .meta({
      title: 'Types',
      enumNames: ['As they look', 'All text'],
      description:
        'As they look: a column of numbers becomes numbers, true and false become yes and no. ' +
        'Leading zeros and numbers of more than 15 digits stay text.',
    }),
  columnTypes: z
    .record(z.string(), z.enum(columnFormats))
    .default({})
    .meta({
      title: 'Types of columns',
      description:
        'By the name of the column, instead of the type found. Dates become YYYY-MM-DD; ' +
        'date-month-first reads 3/7/2026 as 7 March.',
    }),
  problems: z
    .enum(['stop', 'report'])
    .default('stop')
    .meta({
      title: 'Broken lines',
      enumNames: ['Stop', 'Report them'],
      description:
        'Stop: the step fails and names them. Report: rows with too few or too many fields are ' +
        'kept, lines that cannot be read are left out, and the output names all of them.',
    }),
}
export const csvReadSchema = z.strictObject(csvReadFields)
export type CsvReadOptions = z.output<typeof csvReadSchema>

export const excelReadFields = {
  sheet: z
    .string()
    .trim()
    .max(31)
    .default('')
    .meta({ title: 'Sheet', description: 'Its name. Left empty: the first that is not hidden.' }),
  range: z
    .string()
    .trim()
    .max(20)
    .default('')
    .meta({ title: 'Cells', description: 'Such as B2:F51 or B:F. Left empty: the whole sheet.' }),
  header,
  fillMerged: z.boolean().default(false).meta({
    title: 'Fill merged cells',
    description: 'Each of them gets the value; otherwise only the first has it.',
  }),
  skipHiddenRows: z.boolean().default(false).meta({
    title: 'Leave out hidden rows',
    description: 'Such as those that a filter hides.',
  }),
}
export const excelReadSchema = z.strictObject(excelReadFields)
export type ExcelReadOptions = z.output<typeof excelReadSchema>

export const columnOrderField = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .meta({ title: 'Column', description: 'A field of the rows.', examples: ['name'] }),
  )
  .max(2000)
  .default([])
  .meta({
    title: 'Column order',
    description: 'These come first, in this order; the other columns follow as they come.',
  })

export const csvWriteFields = {
  header: z
    .boolean()
    .default(true)
    .meta({ title: 'Header', description: 'Begin with a row of the column names.' }),
  delimiter: z
    .enum(names(delimiters))
    .default('comma')
    .meta({
      title: 'Delimiter',
      enumNames: ['Comma', 'Semicolon', 'Tab', 'Pipe (|)'],
      description: 'What stands between the fields.',
    }),
  encoding: z
    .enum(['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252'])
    .default('utf-8')
    .meta({
      title: 'Encoding',
      enumNames: ['UTF-8', 'UTF-8 with a mark', 'UTF-16, little endian', 'Windows-1252'],
      description:
        'Excel reads accents right in UTF-8 with a mark, or UTF-16. A character that Windows-1252 ' +
        'does not have fails the step, with its row and column.',
    }),
  quote: z
    .enum(names(quotes))
    .default('double')
    .meta({
      title: 'Quotes',
      enumNames: ['Double (")', 'Single'],
      description: 'What fields with a delimiter stand in.',
    }),
  quoteAll: z.boolean().default(false).meta({
    title: 'Quote all fields',
    description: 'Otherwise only fields that need it.',
  }),
  lineEnd: z
    .enum(names(lineEnds))
    .default('crlf')
    .meta({
      title: 'End of line',
      enumNames: ['Windows (CR LF)', 'Unix (LF)', 'Old Macs (CR)'],
      description: 'CR LF is the standard (RFC 4180).',
    }),
  formulaGuard: z
    .boolean()
    .default(true)
    .meta({
      title: 'Guard against formulas',
      description:
        'Puts an apostrophe before a text that a spreadsheet would execute (one that begins ' +
        'with =, +, - or @). Numbers stay as they are.',
    }),
}
export const csvWriteSchema = z.strictObject(csvWriteFields)
export type CsvWriteOptions = z.output<typeof csvWriteSchema>

/** Characters that Excel forbids in the name of a sheet. */
export const sheetName = z
  .string()
  .trim()
  .min(1)
  .max(31, 'The name of a sheet has at most 31 characters.')
  .regex(/^(?!')[^[\]:*?/\\]+(?<!')$/, 'The name of a sheet has none of [ ] : * ? / \\.')
  .refine((name) => name.toLowerCase() !== 'history', 'Excel keeps this name for itself.')
