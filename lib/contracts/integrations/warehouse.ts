import { z } from 'zod'
import { contract, shapesProvider } from '../contract.ts'

/** Specification 2.5 and 4.1. */
export const queryWarehouseContract = contract({
  id: 'queryWarehouse',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/integrations/warehouse/{slug}/query',
  summary: 'Run a query in a data warehouse',
  description:
    'One statement that only reads. Every row is an object with the column names as the ' +
    'warehouse gives them; of two columns of one name the later gets `_2`. ' +
    'Numbers that JSON readers hold exactly are numbers, wider ones text; ' +
    'dates and times are ISO 8601 text. At most 10,000 rows or 10 MB: ' +
    'more is 400 `result_too_large`, never a silent cut. A query that the warehouse refuses is ' +
    '400 `query_failed` with its own code and message in `details`. The connection `sandbox` ' +
    'has invented claims, remittances, patients, payers and providers in DuckDB; ' +
    '`SHOW TABLES` lists them.',
  tag: 'Integrations',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  body: z.strictObject({
    query: z
      .string()
      .max(200_000, 'A query may have at most 200,000 characters.')
      .refine((text) => text.trim() !== '', 'Give the query.')
      .meta({ description: 'SQL as the warehouse understands it.' }),
  }),
  returns: {
    200: { description: 'All rows.', schema: z.array(z.record(z.string(), z.unknown())) },
  },
  errors: shapesProvider,
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox' },
    request: {
      query:
        'SELECT payer_name, count(*) AS denied FROM claims JOIN payers USING (payer_id) ' +
        "WHERE status = 'denied' GROUP BY payer_name ORDER BY denied DESC LIMIT 2",
    },
    response: [
      { payer_name: 'Northwind Health Plan', denied: 1292 },
      { payer_name: 'Cedar Medicaid Managed Care', denied: 1278 },
    ],
  },
})
