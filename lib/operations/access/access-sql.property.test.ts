import fc from 'fast-check'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inOrganization, type Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflowFolders, workflows as workflowTable } from '#db/schema/workflows'
import { newActor, type Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import type { AccessPerson } from '#lib/domain/access/decide'
import type { LoopRun } from '#lib/domain/run/loop-run'
import { emptyDefinition } from '#lib/domain/workflow/definition'
import { newId, randomToken } from '#lib/ids'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import {
  folders,
  groups,
  model,
  people,
  person,
  workflows,
  world,
  type World,
} from '#test/samples/access-worlds'
import {
  allowedScreens,
  chosenScreens,
  runsSeenBy,
  startableWorkflows,
  visibleAmong,
  visibleRange,
  visibleRuns,
  visibleWorkflows,
  whereTable,
} from './access-sql.ts'

// The SQL of lists, counts and searches shows what a model says, with rules and people at random,
// over rows that are always the same: of each workflow the same kinds of runs.
useTestDatabase()

type Screen = { step: string; candidates?: string[]; isOpen: boolean; claimedBy?: string }
type Kind = { startedBy?: string; screen?: Screen; itemOf?: number }
type Run = Kind & { id: string; taskId: string; workflow: string; around?: Run | undefined }

const [ada = '', bea = ''] = people
const [nurses = '', doctors = ''] = groups
const mailOf = (id: string): string => `${id.slice(0, 4)}@example.com`

const kinds: Kind[] = [
  { startedBy: ada },
  {},
  { screen: { step: 'look', isOpen: true } },
  { screen: { step: 'sign', isOpen: true, candidates: [`person:${bea}`] } },
  { screen: { step: 'other', isOpen: true, candidates: [`group:${nurses}`] } },
  { screen: { step: 'look', isOpen: true, candidates: [`mail:${mailOf(ada)}`] } },
  { screen: { step: 'sign', isOpen: false, claimedBy: bea } },
  { startedBy: bea, screen: { step: 'look', isOpen: true, candidates: [`group:${doctors}`] } },
  // The items of loops: the first belongs to Ada's run, the second shows its run to who may do it.
  { itemOf: 0 },
  { itemOf: 1, screen: { step: 'sign', isOpen: true } },
]

const made: Run[] = []
let organizationId = ''

async function seedRun(tx: Tx, { id, taskId, workflow, around, startedBy, screen }: Run) {
  const loop: LoopRun | null = around
    ? { stepId: 'loop', from: 0, items: [1], parallel: 1, stopAtFailure: true, outer: [] }
    : null
  await tx.insert(runs).values({
    id,
    organizationId,
    workflowId: workflow,
    status: 'suspended',
    trigger: 'manual',
    startedByUserId: startedBy ?? null,
    startData: {},
    draftDefinition: emptyDefinition,
    loop,
    scopeRunId: around?.id ?? null,
    parentRunId: around?.id ?? null,
  })
  if (!screen) return
  const { step, candidates, isOpen, claimedBy } = screen
  const state = { reason: 'screen' as const, title: '', instructions: '', show: [], data: {} }
  await tx.insert(tasks).values({
    id: taskId,
    organizationId,
    runId: id,
    key: around ? `0:${step}` : step,
    stepId: step,
    stepType: 'screen',
    title: step,
    effect: 'pure',
    status: isOpen ? 'suspended' : 'completed',
    claimedBy: claimedBy ?? null,
    state: { ...state, schema: {}, uiSchema: {}, ...(candidates ? { candidates } : {}) },
  })
}

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  await inOrganization(organizationId, async (tx) => {
    for (const id of folders)
      await tx.insert(workflowFolders).values({ id, organizationId, name: id })
    for (const id of workflows) {
      const draft = emptyDefinition
      const formToken = randomToken()
      await tx
        .insert(workflowTable)
        .values({ id, organizationId, slug: `w-${id}`, name: id, draft, formToken })
      const own: Run[] = []
      for (const kind of kinds) {
        const around = kind.itemOf === undefined ? undefined : own[kind.itemOf]
        own.push({ ...kind, id: newId(), taskId: newId(), workflow: id, around })
      }
      for (const run of own) await seedRun(tx, run)
      made.push(...own)
    }
  })
})

const actorOf = (who: AccessPerson, { book }: World): Actor => ({
  ...newActor({ kind: 'user', id: newId(), name: 'Somebody', organizationId, role: who.role }),
  ...who,
  permissions: who.permissions as Set<Permission>,
  email: who.personId ? mailOf(who.personId) : null,
  book,
})

/** What the model says that somebody sees. */
function expectedOf(who: AccessPerson, drawn: World) {
  const at = (workflow: string) => ({
    workflowId: workflow,
    folderId: drawn.folderOf.get(workflow) ?? null,
  })
  const may = (workflow: string, verb: Parameters<typeof model>[1]): boolean =>
    model(who, verb, at(workflow), drawn)
  const steps = ['look', 'sign', 'other']
  const named = new Set([
    ...(who.personId ? [`person:${who.personId}`, `mail:${mailOf(who.personId)}`] : []),
    ...who.groups.map((group) => `group:${group}`),
  ])
  const mayDo = ({ workflow, screen }: Run): boolean =>
    screen?.isOpen === true &&
    may(workflow, { screen: screen.step }) &&
    (who.role === 'owner' || (screen.candidates?.some((one) => named.has(one)) ?? true))
  const isTheirs = (run: Run): boolean =>
    who.personId !== null &&
    made
      .filter((each) => each === run || each.around === run)
      .some(
        (each) =>
          mayDo(each) || each.screen?.claimedBy === who.personId || each.startedBy === who.personId,
      )
  const sees = (run: Run): boolean => may(run.workflow, 'seeRuns') || isTheirs(run)
  const verbs = ['run', 'edit', 'publish', 'approve', 'seeRuns'] as const
  return {
    visible: workflows.filter(
      (id) =>
        verbs.some((verb) => may(id, verb)) ||
        // A rule may name a step that no run has.
        [...steps, '*'].some((screen) => may(id, { screen })),
    ),
    startable: workflows.filter((id) => may(id, 'run')),
    listed: made.filter((run) => !run.around && sees(run)).map(({ id }) => id),
    seen: made.filter((run) => sees(run.around ?? run)).map(({ id }) => id),
    screens: made.filter(mayDo).map(({ taskId }) => taskId),
  }
}

/** The list as pages of it are made: range after range, each with the newest of one's own runs. */
async function listedInRanges(tx: Tx, actor: Actor): Promise<string[]> {
  const found: string[] = []
  let high: string | undefined
  for (;;) {
    const { visible, from } = await visibleRange(tx, actor, { high, most: 7 })
    const rows = await tx
      .select({ id: runs.id })
      .from(runs)
      .innerJoin(workflowTable, eq(workflowTable.id, runs.workflowId))
      .where(
        and(
          sql`${runs.loop} is null`,
          visible,
          from ? gte(runs.id, from) : undefined,
          high ? lt(runs.id, high) : undefined,
        ),
      )
    found.push(...rows.map(({ id }) => id))
    if (from === undefined) return found
    high = from
  }
}

/** What the SQL shows to them. */
async function shownTo(tx: Tx, actor: Actor) {
  const ids = (column: unknown, where: unknown) =>
    sql`array(select ${column}::text from ${workflowTable} where ${where ?? sql`true`} order by 1)`
  const { rows } = await tx.execute<Record<'visible' | 'startable' | 'scope', string[]>>(sql`
    select ${ids(workflowTable.id, whereTable(visibleWorkflows(actor)))} as visible,
      ${ids(workflowTable.id, whereTable(startableWorkflows(actor)))} as startable,
      array(select ${runs.id}::text from ${runs} where
        ${runs.workflowId} in (${runsSeenBy(actor).workflows})
        or ${runs.id} in (${runsSeenBy(actor).runs})) as scope`)
  const listed = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(workflowTable, eq(workflowTable.id, runs.workflowId))
    .where(and(sql`${runs.loop} is null`, visibleRuns(actor)))
  const screens = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .innerJoin(workflowTable, eq(workflowTable.id, runs.workflowId))
    .where(
      and(
        sql`${tasks.status} = 'suspended' and ${tasks.state}->>'reason' = 'screen'`,
        allowedScreens(actor),
        chosenScreens(actor),
      ),
    )
  const ranged = await listedInRanges(tx, actor)
  const among = await visibleAmong(
    tx,
    actor,
    made.map(({ id }) => id),
  )
  return {
    visible: rows[0]?.visible ?? [],
    startable: rows[0]?.startable ?? [],
    listed: listed.map(({ id }) => id).toSorted(),
    ranged: ranged.toSorted(),
    seen: [...among].toSorted(),
    scope: (rows[0]?.scope ?? []).toSorted(),
    screens: screens.map(({ id }) => id).toSorted(),
  }
}

it('shows what the model says: workflows, runs, items of loops and screens', async () => {
  await inOrganization(organizationId, async (tx) => {
    await fc.assert(
      fc.asyncProperty(world, person, async (drawn, who) => {
        const places = [...drawn.folderOf].map(([id, folder]) => ({ id, folder }))
        await tx.execute(sql`update ${workflowTable} set folder_id = place.folder
          from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(id uuid, folder uuid)
          where ${workflowTable.id} = place.id`)
        const expected = expectedOf(who, drawn)
        expect(await shownTo(tx, actorOf(who, drawn))).toEqual({
          visible: expected.visible.toSorted(),
          startable: expected.startable.toSorted(),
          listed: expected.listed.toSorted(),
          ranged: expected.listed.toSorted(),
          seen: expected.seen.toSorted(),
          scope: expected.seen.toSorted(),
          screens: expected.screens.toSorted(),
        })
      }),
      { numRuns: 120 },
    )
  })
}, 180_000)
