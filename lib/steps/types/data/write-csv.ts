import { z } from 'zod'
import { columnOrderField, csvWriteFields } from '#lib/domain/tables/options'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import {
  fileNameField,
  rowsField,
  rowsHint,
  writtenFile,
  writtenFileOf,
} from '../../support/table-fields.ts'
import { rowsOf, withEnding } from '../../support/table-input.ts'

const advanced = { 'ui:options': { advanced: true } }

export default defineStep({
  type: 'write-csv',
  version: 1,
  title: 'Write CSV',
  description: 'Makes a CSV file of rows, with the columns in the order that you choose.',
  category: 'Data',
  icon: 'file-down',
  says: ['{fileName}'],
  // The file's id comes from the step's key, so a repeated call is the same file.
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    rows: rowsField,
    fileName: fileNameField('.csv').default('rows.csv'),
    columnOrder: columnOrderField,
    ...csvWriteFields,
  }),
  output: writtenFile,
  uiSchema: {
    'ui:order': [
      'rows',
      'fileName',
      'columnOrder',
      'delimiter',
      'encoding',
      'header',
      'formulaGuard',
      'quote',
      'quoteAll',
      'lineEnd',
    ],
    rows: rowsHint,
    columnOrder: { 'ui:options': { addLabel: 'Add a column' } },
    delimiter: { 'ui:widget': 'select', ...advanced },
    encoding: { 'ui:widget': 'select', ...advanced },
    header: advanced,
    formulaGuard: advanced,
    quote: { 'ui:widget': 'select', ...advanced },
    quoteAll: advanced,
    lineEnd: { 'ui:widget': 'select', ...advanced },
  },
  retry: { maxAttempts: 3, delaySeconds: 5, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'Decisions of the day',
      config: {
        rows: { $: 'steps.decisions.output.rows' },
        fileName: 'decisions.csv',
        columnOrder: ['member', 'decision', 'decidedAt'],
      },
    },
  ],
  async execute({ config, services, run, idempotencyKey: key, signal }) {
    const { rows, fileName, columnOrder, ...options } = config
    const written = services.writeTable(run.organizationId, {
      key,
      runId: run.id,
      fileName: withEnding(fileName, '.csv'),
      createdBy: 'a workflow',
      signal,
      write: { do: 'csv', table: { rows: rowsOf(rows), columnOrder }, options },
    })
    return done(writtenFileOf(await fromProvider(written)))
  },
})
