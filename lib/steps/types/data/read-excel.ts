import { z } from 'zod'
import { rowObjects } from '#lib/domain/tables/columns'
import { sheetSchema } from '#lib/domain/tables/found'
import { excelReadFields, readAs } from '#lib/domain/tables/options'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { fileIdOf } from '../../support/http-files.ts'
import { fileField, readTableFields } from '../../support/table-fields.ts'

const advanced = { 'ui:options': { advanced: true } }

export default defineStep({
  type: 'read-excel',
  version: 1,
  title: 'Read Excel',
  description: 'Reads the rows of a sheet of an Excel file (.xlsx), or a range of its cells.',
  category: 'Data',
  icon: 'file-spreadsheet',
  says: ['{file}'],
  effect: 'idempotent',
  isInside: () => true,
  effectOf: ({ as }) => (as === 'list' ? 'read' : 'idempotent'),
  config: z.strictObject({ file: fileField, as: readAs, ...excelReadFields }),
  output: z.object({
    ...readTableFields,
    sheets: z
      .array(sheetSchema)
      .meta({ title: 'Sheets', description: 'All sheets of the file, also hidden ones.' }),
    merged: z
      .array(z.string())
      .meta({ title: 'Merged cells', description: 'Such as A1:C1; the first 1,000.' }),
  }),
  uiSchema: {
    'ui:order': ['file', 'sheet', 'range', 'as', 'header', 'fillMerged', 'skipHiddenRows'],
    file: { 'ui:widget': 'expression' },
    as: { 'ui:widget': 'select' },
    header: { 'ui:widget': 'select', ...advanced },
    fillMerged: advanced,
    skipHiddenRows: advanced,
  },
  retry: { maxAttempts: 3, delaySeconds: 10, factor: 3, maxDelaySeconds: 120 },
  examples: [
    { title: 'A file of the form', config: { file: { $: 'start.claimsExcel' } } },
    {
      title: 'A large sheet, in parts',
      config: { file: { $: 'start.claimsExcel' }, sheet: 'Claims', as: 'table' },
    },
  ],
  async execute({ config, services, run, idempotencyKey: key, signal }) {
    const { file, as, ...options } = config
    const {
      detected: _detected,
      rows,
      ...found
    } = await fromProvider(
      services.readTable(run.organizationId, {
        key,
        runId: run.id,
        fileId: fileIdOf(file),
        as,
        read: { do: 'excel', options },
        createdBy: 'a workflow',
        signal,
      }),
    )
    return done({ ...found, rows: rowObjects(found.columns, rows) })
  },
})
