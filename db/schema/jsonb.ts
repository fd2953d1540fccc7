import { customType } from 'drizzle-orm/pg-core'
import { storableJson } from '../../lib/domain/text.ts'

/**
 * JSON, written without characters that Postgres refuses (NUL, halves of surrogate pairs): texts of
 * providers and of customers' code have both. SQL with its own JSON parameters must clean them by
 * `storableJson`.
 */
export const jsonb = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(storableJson(value)),
})
