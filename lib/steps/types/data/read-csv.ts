import { z } from 'zod'
import { detectedSchema } from '#lib/domain/tables/found'
import { rowObjects } from '#lib/domain/tables/columns'
import { csvReadFields, readAs } from '#lib/domain/tables/options'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { fileIdOf } from '../../support/http-files.ts'
import { fileField, readTableFields } from '../../support/table-fields.ts'

const advanced = { 'ui:options': { advanced: true } }
const choice = { 'ui:widget': 'select' }

export default defineStep({
  type: 'read-csv',
  version: 1,
  title: 'Read CSV',
  description: 'Reads the rows of a CSV file; delimiter, encoding and types are found out.',
  category: 'Data',
  icon: 'table',
  says: ['{file}'],
  effect: 'idempotent',
  isInside: () => true,
  effectOf: ({ as }) => (as === 'list' ? 'read' : 'idempotent'),
  config: z.strictObject({ file: fileField, as: readAs, ...csvReadFields }),
  output: z.object({
    ...readTableFields,
    detected: detectedSchema
      .nullable()
      .meta({ title: 'Found out', description: 'How the file was read.' }),
  }),
  uiSchema: {
    'ui:order': [
      'file',
      'as',
      'problems',
      'header',
      'types',
      'columnTypes',
      'delimiter',
      'encoding',
      'quote',
      'lineEnd',
      'skipLines',
    ],
    file: { 'ui:widget': 'expression' },
    as: choice,
    problems: choice,
    header: { ...choice, ...advanced },
    types: { ...choice, ...advanced },
    columnTypes: advanced,
    delimiter: { ...choice, ...advanced },
    encoding: { ...choice, ...advanced },
    quote: { ...choice, ...advanced },
    lineEnd: { ...choice, ...advanced },
    skipLines: advanced,
  },
  retry: { maxAttempts: 3, delaySeconds: 10, factor: 3, maxDelaySeconds: 120 },
  examples: [
    { title: 'A file of the form', config: { file: { $: 'start.claimsCsv' } } },
    {
      title: 'A large file, in parts',
      config: { file: { $: 'start.claimsCsv' }, as: 'table', problems: 'report' },
    },
  ],
  async execute({ config, services, run, idempotencyKey: key, signal }) {
    const { file, as, ...options } = config
    const {
      merged: _merged,
      sheets: _sheets,
      rows,
      ...found
    } = await fromProvider(
      services.readTable(run.organizationId, {
        key,
        runId: run.id,
        fileId: fileIdOf(file),
        as,
        read: { do: 'csv', options },
        createdBy: 'a workflow',
        signal,
      }),
    )
    return done({ ...found, rows: rowObjects(found.columns, rows) })
  },
})
