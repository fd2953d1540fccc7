import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/index'
import { users } from '#db/schema/people'
import { findReset } from '#lib/operations/sign-in/password-resets'
import { newId } from '#lib/ids'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { signedIn } from '#test/samples/person'

const database = useTestDatabase()
let organizationId: string
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})

/** Runs the program of `npm run unlock` against the database of this test. */
async function unlock(...args: string[]) {
  return await unlockAt(database.url, ...args)
}

async function unlockAt(url: string, ...args: string[]) {
  const program = spawn(process.execPath, ['lib/server/unlock.ts', ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputs = Promise.all([text(program.stdout), text(program.stderr)])
  const [code] = (await once(program, 'exit')) as [number | null]
  const [said, complained] = await outputs
  return { code, said, complained }
}

// Starting a program takes its time on a busy machine.
const timeout = 60_000

it('prints a link that works once, however the address is written', { timeout }, async () => {
  const { actor } = await signedIn(organizationId, 'owner', 'Ada')
  const email = actor.email ?? ''
  const { code, said, complained } = await unlock(email.toUpperCase())
  expect([code, complained]).toEqual([0, ''])
  const token = /http:\/\/localhost:3000\/reset-password\/([\w-]+)/.exec(said)?.[1] ?? ''
  expect(await findReset(token)).toMatchObject({ email, removesFactors: true })
  const written = await inOrganization(organizationId, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.objectId, actor.id)),
  )
  expect(written).toMatchObject([
    { action: 'account.unlock_link_made', details: { by: 'operator' } },
  ])
})

it('says what is missing, and fails', { timeout }, async () => {
  const { actor } = await signedIn(organizationId, 'worker', 'Bo')
  await authDb().update(users).set({ disabledAt: new Date() }).where(eq(users.id, actor.id))
  const nobody = `${newId()}@example.com`
  const [bare, unknown, disabled] = await Promise.all([
    unlock(),
    unlock(nobody),
    unlock(actor.email ?? ''),
  ])
  expect(bare).toMatchObject({ code: 1, said: '' })
  expect(bare.complained).toContain('npm run unlock -- person@example.com')
  expect(unknown).toMatchObject({ code: 1, said: '' })
  expect(unknown.complained).toContain(`No account has the address ${nobody}`)
  expect(disabled.code).toBe(1)
})

it('says that the database does not answer, or refuses it', { timeout }, async () => {
  const away = await unlockAt('postgresql://u:p@127.0.0.1:1/rounds', 'ada@example.com')
  expect(away.complained).toContain('The database at 127.0.0.1:1 does not answer (ECONNREFUSED).')
  const missing = Object.assign(new URL(database.url), { pathname: '/missing' }).href
  const refused = await unlockAt(missing, 'ada@example.com')
  expect(refused.complained).toMatch(/refuses us: database "missing" does not exist \(3D000\)/)
})
