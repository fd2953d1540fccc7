import { customType } from 'drizzle-orm/pg-core'

/** Words of a text by their places, for full-text search. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
