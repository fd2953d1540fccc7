import { customType } from 'drizzle-orm/pg-core'
import { storableJson } from '../../lib/domain/text.ts'

/**
 * JSON, written without what Postgres refuses in it (NUL, halves of surrogate pairs): texts of
 * providers and of customers' code have both. SQL that takes JSON as a parameter of its own cleans
 * it by `storableJson` itself.
 */
export const jsonb = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(storableJson(value)),
})
