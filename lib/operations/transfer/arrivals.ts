import { z } from 'zod'
import { engineDb } from '#db/client'
import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import { ownCell } from '#lib/cells/own-cell'
import { importOrganization } from './import-organization.ts'
import { release } from './move.ts'
import { inOwnerSession } from './owner-session.ts'
import { removeOrganization } from './remove-organization.ts'
import { tablesFor } from './tables.ts'

/** What the cell that an organization leaves asks of the one that it comes to. */
export const arrivalSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('name') }),
  z.strictObject({ do: z.literal('look'), id: z.uuid() }),
  z.strictObject({
    do: z.literal('take'),
    id: z.uuid(),
    file: z.string(),
    passphrase: z.string(),
    slug: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('count'), id: z.uuid() }),
  z.strictObject({ do: z.literal('begin'), id: z.uuid() }),
  z.strictObject({ do: z.literal('remove'), id: z.uuid() }),
])
export type Arrival = z.infer<typeof arrivalSchema>

/** `arriving`: its rows are here, and nothing of it goes on yet. `gone`: it was here before. */
const presenceSchema = z.object({
  state: z.enum(['absent', 'arriving', 'here', 'gone']),
  epoch: z.number().nullable(),
})
export type Presence = z.infer<typeof presenceSchema>

/** What is answered to each. */
export const answers = {
  name: z.object({ name: z.string().nullable() }),
  look: presenceSchema,
  take: z.object({ held: z.number() }),
  count: z.object({ counts: z.record(z.string(), z.number()) }),
  begin: z.object({ workflows: z.number(), runs: z.number() }),
  remove: z.object({ removed: z.boolean() }),
} as const

async function look(id: string): Promise<Presence> {
  const [row] = await engineDb().select().from(organizations).where(eq(organizations.id, id))
  if (!row) return { state: 'absent', epoch: null }
  if (row.movedTo === null) return { state: 'here', epoch: null }
  const state = row.movedTo === ownCell()?.name ? 'arriving' : 'gone'
  return { state, epoch: row.movedEpoch }
}

/** The rows by table, as they were written. */
async function count(ownerUrl: string, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await inOwnerSession(ownerUrl, { organizationId: id, keep: false }, async (session) => {
    for (const [name, { role, rows, accountBy }] of Object.entries(tablesFor('cell'))) {
      if (accountBy) continue
      await session.actAs(role)
      const { rows: found } = await session.client.query<{ count: number }>(
        `select count(*)::int as count from ${name} where ${rows}`,
        [id],
      )
      counts[name] = found[0]?.count ?? 0
    }
  })
  return counts
}

type Here = { ownerUrl: string; rounds: string; say(sentence: string): void }

/** Does at the cell that an organization comes to what the other one asks. */
export async function answerArrival(here: Here, asked: Arrival): Promise<object> {
  const { ownerUrl } = here
  switch (asked.do) {
    case 'name':
      return { name: ownCell()?.name ?? null }
    case 'look':
      return await look(asked.id)
    case 'take': {
      const { held } = await importOrganization({ ...here, ...asked })
      return { held }
    }
    case 'count':
      return { counts: await count(ownerUrl, asked.id) }
    case 'begin': {
      const { workflows, runs } = await release(asked.id, { calls: false })
      return { workflows, runs }
    }
    case 'remove':
      return { removed: await removeOrganization(ownerUrl, asked.id, { keepTrace: false }) }
  }
}
