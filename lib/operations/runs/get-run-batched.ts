import { inOneTrip, inOrganization } from '#db/client'
import type { tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import type { RunPage } from '#lib/contracts/runs/runs'
import { coalesced } from '#lib/coalesce'
import { ApiError } from '#lib/domain/api-error'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import type { RunReader } from '#lib/engine/model/run'
import { readRunsCall, storedRunsOf, type StoredRun } from '#lib/engine/store/reads/stored-runs'
import type { CallInfo } from '../define-operation.ts'
import { knownDefinition, rememberDefinition } from '../workflows/versions/known-versions.ts'
import { getRunPageOrThrow, runSummary, runTask } from './run-page.ts'
import { withVisibleLinks } from './visible-links.ts'

type Task = typeof tasks.$inferSelect
type Asked = { runId: string; reader: RunReader }

const readTogether = coalesced<Asked, StoredRun | undefined>(
  async (asked, organizationId) => {
    const [rows = []] = await inOneTrip(organizationId, readRunsCall(asked, { endedOnly: false }))
    const byId = storedRunsOf(rows)
    return asked.map(({ runId }) => byId.get(runId))
  },
  { gatherMs: 3 },
)

/** Who reads, as the audit entry says it. */
export const readerOf = (actor: Actor, { requestId }: CallInfo): RunReader => ({
  actorKind: actor.kind,
  actorId: actor.id,
  actorName: actor.name,
  requestId: requestId ?? null,
})

const dateOf = (text: string): Date => new Date(text)
const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Reads a run for its page and writes the audit entry of the reader before it answers. Concurrent
 * reads share one statement. Throws 404.
 */
export async function getRunBatched(actor: Actor, id: string, info: CallInfo): Promise<RunPage> {
  const asked = { runId: id.toLowerCase(), reader: readerOf(actor, info) }
  const found = await readTogether(asked, actor.organizationId)
  if (!found) throw ApiError.notFound('run', id)
  return await pageOfStored(actor, found)
}

/**
 * The page of a run that was read with its audit entry, as its reader may see it. One with very
 * large values, children or a parent is read by the statements for all runs (run-page.ts).
 */
export const pageOfStored = async (actor: Actor, found: StoredRun): Promise<RunPage> =>
  await withVisibleLinks(actor, await wholePage(actor, found))

async function wholePage(actor: Actor, found: StoredRun): Promise<RunPage> {
  const { large } = found
  const refs = [
    found.startRef,
    found.outputRef,
    ...(found.tasks ?? []).flatMap(({ inputRef, outputRef }) => [inputRef, outputRef]),
  ]
  if (
    !found.plain ||
    !large ||
    refs.some((ref) => ref !== null && !(ref in large)) ||
    found.tasks === null ||
    found.versionId === null
  )
    return await inOrganization(actor.organizationId, (tx) => getRunPageOrThrow(tx, found.id))
  const valueOf = (value: unknown, ref: string | null): unknown =>
    ref === null ? value : large[ref]
  const summary = runSummary({
    ...found,
    createdAt: dateOf(found.createdAt),
    finishedAt: dateOrNull(found.finishedAt),
  })
  return {
    ...summary,
    revision: found.revision,
    startData: valueOf(found.startData, found.startRef),
    output: valueOf(found.output, found.outputRef) ?? null,
    truncated: false,
    startDataTruncated: false,
    definition:
      knownDefinition(found.versionId) ??
      (await definitionOf(actor, { ...found, versionId: found.versionId })),
    retriedFromRunId: found.retriedFromRunId,
    tasks: found.tasks.map((task) =>
      runTask(
        {
          ...(task as unknown as Task),
          input: valueOf(task.input, task.inputRef),
          output: valueOf(task.output, task.outputRef),
          createdAt: dateOf(task.createdAt),
          dueAt: dateOrNull(task.dueAt),
          startedAt: dateOrNull(task.startedAt),
          finishedAt: dateOrNull(task.finishedAt),
        },
        true,
      ),
    ),
    parent: null,
    loop: null,
    children: [],
  }
}

async function definitionOf(
  actor: Actor,
  { id, versionId }: { id: string; versionId: string },
): Promise<RunPage['definition']> {
  const definition = await inOrganization(actor.organizationId, (tx) =>
    definitionOfRun(tx, { id, versionId, draftDefinition: null, scopeRunId: null }),
  )
  rememberDefinition(versionId, definition)
  return definition
}
