import { expect, it } from 'vitest'
import { isPlainQuery } from './plain-query.ts'

it.each([
  'SELECT 1',
  'SELECT payer_name, count(*) AS n FROM claims JOIN payers USING (payer_id) GROUP BY payer_name',
  "SELECT (1 + 2) * (3), COUNT (*) FROM claims WHERE status IN ('paid') AND (units > 1)",
  'WITH c AS (SELECT 1 AS n) SELECT n FROM c',
  "SELECT date_trunc('month', service_date), sum(billed_amount) FROM claims GROUP BY 1",
  'SELECT round(avg(units), 2) FROM claims',
])('plain: %s', (query) => expect(isPlainQuery(query)).toBe(true))

it.each([
  'FROM enable_logging()',
  'FROM enable_logging ()',
  'FROM "enable_logging"()',
  'FROM enable_logging/**/()',
  'FROM enable_logging --,\n()',
  'FROM enable_logging /* , */ ()',
  "SELECT * FROM query('FROM enable_' || 'logging()')",
  "SELECT 'FROM enable_logging()'.query()",
  'SELECT setseed(1)',
  'SELECT system.main.enable_logging()',
  'SELECT main."count"(1)',
  'FROM\u00a0enable_logging\u00a0()',
  'SELECT U&"enable_logging"()',
])('not known to be plain: %s', (query) => expect(isPlainQuery(query)).toBe(false))
