import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { fine, warning, type Check } from './finding.ts'

const about = 'Keys'

/** Whether a change of keys was begun and not finished. */
export const keysCheck: Check = {
  about,
  look: async () => {
    const { rows } = await authDb().execute<{ openers: number }>(
      sql`select coalesce(max((select count(*) from jsonb_object_keys(wraps))), 0)::int as openers
       from secret_keys`,
    )
    return [
      (rows[0]?.openers ?? 0) > 1
        ? warning(
            about,
            'Two SECRET_KEYs open the stored secrets: a change was begun and not finished.',
            'When every process has the new one: npm run rotate-key -- finish',
          )
        : fine(about, 'One SECRET_KEY opens the stored secrets.'),
    ]
  },
}
