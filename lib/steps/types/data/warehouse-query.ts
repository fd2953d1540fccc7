import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'warehouse-query',
  version: 1,
  title: 'Query warehouse',
  description: 'Reads rows from the data warehouse with SQL.',
  category: 'Data',
  icon: 'database',
  says: ['{connection:connection}'],
  effect: 'read',
  connection: 'warehouse',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The data warehouse to ask.' }),
    query: z
      .string()
      .max(200_000)
      .refine((text) => text.trim() !== '', 'Write a query.')
      .meta({
        title: 'Query',
        description:
          'One statement that reads. What an expression puts into it becomes part of the ' +
          'statement: in a text, double every quote ($replace(name, "\'", "\'\'")).',
      }),
  }),
  output: z.object({
    rows: z.array(z.record(z.string(), z.unknown())).meta({
      title: 'Rows',
      description: 'All rows, with the column names as the warehouse gives them.',
      phi: true,
    }),
    count: z.int().meta({ title: 'Count', description: 'How many they are.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' }, query: { 'ui:widget': 'textarea' } },
  retry: { maxAttempts: 4, delaySeconds: 2, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'Denied claims of a patient',
      config: {
        connection: 'sandbox',
        query: {
          $: '"SELECT * FROM claims WHERE status = \'denied\' AND patient_id = \'" & $replace(start.patientId, "\'", "\'\'") & "\'"',
        },
      },
    },
    {
      title: 'What payers owe',
      config: {
        connection: 'sandbox',
        query:
          "SELECT payer_name, sum(allowed_amount) AS open FROM claims JOIN payers USING (payer_id) WHERE status = 'pending' GROUP BY payer_name",
      },
    },
  ],
  async execute({ config, connection, signal }) {
    const rows = await fromProvider(connection.query(config.query, signal))
    return done({ rows, count: rows.length })
  },
})
