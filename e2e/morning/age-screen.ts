import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { closeDatabase, configureDatabase, engineDb } from '#db/client'
import { roleUrls } from '#db/role-url'
import { workItems } from '#db/schema/work-items'
import { env } from '#lib/env'

/**
 * Lets time pass for a screen in the embedded database of a running product: what happens to it next
 * by itself is due now. The argument is the id of its task.
 */
const [taskId = ''] = process.argv.slice(2)
const notes = path.join(env().DATA_DIR, 'postgres.json')
const { password, port } = JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string>
configureDatabase(roleUrls(`postgresql://postgres:${password}@127.0.0.1:${port}/rounds`))
const now = new Date()
const aged = await engineDb()
  .update(workItems)
  .set({
    actions: sql`jsonb_set(actions, '{0,at}', to_jsonb(${now.toISOString()}::text))`,
    nextActionAt: now,
  })
  .where(eq(workItems.taskId, taskId))
  .returning({ actions: workItems.actions })
if (aged[0]?.actions.length === undefined) throw new Error(`No screen has the task ${taskId}.`)
await closeDatabase()
