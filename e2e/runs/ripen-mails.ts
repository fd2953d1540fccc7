import { readFileSync } from 'node:fs'
import path from 'node:path'
import { and, eq, isNotNull } from 'drizzle-orm'
import { closeDatabase, configureDatabase, engineDb } from '#db/client'
import { roleUrls } from '#db/role-url'
import { notifications } from '#db/schema/notifications'
import { env } from '#lib/env'

/**
 * Lets time pass for a person in the embedded database of a running product: the mails that wait for
 * the hour that they chose are due now. The argument is the id of the person.
 */
const [userId = ''] = process.argv.slice(2)
const notes = path.join(env().DATA_DIR, 'postgres.json')
const { password, port } = JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string>
configureDatabase(roleUrls(`postgresql://postgres:${password}@127.0.0.1:${port}/rounds`))
const waiting = and(eq(notifications.userId, userId), isNotNull(notifications.mailAt))
const due = await engineDb()
  .update(notifications)
  .set({ mailAt: new Date() })
  .where(waiting)
  .returning({ id: notifications.id })
process.stdout.write(String(due.length))
await closeDatabase()
