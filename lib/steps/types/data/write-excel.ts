import { z } from 'zod'
import { columnOrderField, sheetName } from '#lib/domain/tables/options'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import {
  fileNameField,
  rowsField,
  rowsHint,
  writtenFile,
  writtenFileOf,
} from '../../support/table-fields.ts'
import { rowsOf, withEnding } from '../../support/table-input.ts'

const sheet = z.strictObject({
  name: sheetName.meta({
    title: 'Name of the sheet',
    description: 'As it stands on its tab.',
    examples: ['Decisions'],
  }),
  rows: rowsField,
  columnOrder: columnOrderField,
  header: z.boolean().default(true).meta({
    title: 'Header',
    description: 'A bold first row of the column names, which stays in view and filters.',
  }),
  widths: z.record(z.string(), z.number().min(1).max(255)).default({}).meta({
    title: 'Widths',
    description: 'In characters, by column. The others follow from their first rows.',
  }),
  formats: z.record(z.string(), z.string().min(1).max(100)).default({}).meta({
    title: 'Number formats',
    description: 'As Excel writes them, by column: 0.00, #,##0, 0%, mm/dd/yyyy.',
  }),
})

export default defineStep({
  type: 'write-excel',
  version: 1,
  title: 'Write Excel',
  description: 'Makes an Excel file of one or several sheets, with columns in your order.',
  category: 'Data',
  icon: 'sheet',
  says: ['{fileName}'],
  // The file's id comes from the step's key, so a repeated call is the same file.
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    fileName: fileNameField('.xlsx').default('rows.xlsx'),
    sheets: z
      .array(sheet)
      .min(1, 'Add a sheet.')
      .max(50)
      .meta({ title: 'Sheets', description: 'In the order of their tabs.' }),
  }),
  output: writtenFile,
  uiSchema: {
    sheets: {
      'ui:options': { addLabel: 'Add a sheet' },
      items: {
        rows: rowsHint,
        columnOrder: { 'ui:options': { addLabel: 'Add a column' } },
      },
    },
  },
  retry: { maxAttempts: 3, delaySeconds: 5, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'Decisions of the day',
      config: {
        fileName: 'decisions.xlsx',
        sheets: [
          {
            name: 'Decisions',
            rows: { $: 'steps.decisions.output.rows' },
            columnOrder: ['member', 'decision', 'decidedAt'],
            formats: { amount: '#,##0.00' },
          },
        ],
      },
    },
  ],
  async execute({ config, services, run, idempotencyKey: key, signal }) {
    const names = config.sheets.map(({ name }) => name.toLowerCase())
    const twice = config.sheets.find(({ name }, at) => names.indexOf(name.toLowerCase()) < at)
    if (twice)
      throw new PermanentStepError(
        'invalid_sheets',
        `Two sheets are called "${twice.name}". Give each a name of its own.`,
      )
    const written = services.writeTable(run.organizationId, {
      key,
      runId: run.id,
      fileName: withEnding(config.fileName, '.xlsx'),
      createdBy: 'a workflow',
      signal,
      write: {
        do: 'excel',
        sheets: config.sheets.map((each) => ({ ...each, rows: rowsOf(each.rows) })),
      },
    })
    return done(writtenFileOf(await fromProvider(written)))
  },
})
