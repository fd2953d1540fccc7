import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { authDb, closeDatabase, configureDatabase } from '#db/client'
import { roleUrls } from '#db/role-url'
import { sessions, users } from '#db/schema/people'
import { env } from '#lib/env'

/**
 * Lets time pass for a person in the embedded database of a running product: they confirmed
 * themselves twenty minutes ago, with `seen` did nothing since, and with `joined` got their account
 * fifteen days ago. The arguments are their e-mail address and one of these words.
 */
const [email = '', since = 'confirmed'] = process.argv.slice(2)
const notes = path.join(env().DATA_DIR, 'postgres.json')
const { password, port } = JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string>
configureDatabase(roleUrls(`postgresql://postgres:${password}@127.0.0.1:${port}/rounds`))
const [person] = await authDb().select().from(users).where(eq(users.email, email))
if (!person) throw new Error(`Nobody has the address ${email}.`)
const ago = sql`now() - interval '20 minutes'`
await authDb()
  .update(sessions)
  .set({ confirmedAt: ago, ...(since === 'seen' ? { lastSeenAt: ago } : {}) })
  .where(eq(sessions.userId, person.id))
if (since === 'joined')
  await authDb()
    .update(users)
    .set({ factorsSince: sql`now() - interval '15 days'` })
    .where(eq(users.id, person.id))
await closeDatabase()
