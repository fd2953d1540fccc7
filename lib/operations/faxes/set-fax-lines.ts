import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { faxTriggers } from '#db/schema/faxes'
import { workflows } from '#db/schema/workflows'
import type { FaxLines } from '#lib/contracts/integrations/faxes'
import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { withClash } from '../with-clash.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { loadFaxLines } from './get-fax-lines.ts'

type Line = FaxLines['lines'][number]
type Placed = Line & { connectionId: string; path: string }

/** The lines with the ids of their connections. Throws 400 for unknown ones and for a line twice. */
async function placed(tx: Tx, lines: Line[]): Promise<Placed[]> {
  const slugs = lines.map(({ connection }) => connection)
  const rows = await tx
    .select({ id: connections.id, slug: connections.slug })
    .from(connections)
    .where(and(eq(connections.kind, 'fax'), inArray(connections.slug, slugs)))
  const found: Placed[] = []
  const issues: Issue[] = []
  for (const [at, line] of lines.entries()) {
    const connectionId = rows.find(({ slug }) => slug === line.connection)?.id
    const path = `lines.${at}.${line.number === '' ? 'connection' : 'number'}`
    const isTwice = found.some(
      (other) => other.connectionId === connectionId && other.number === line.number,
    )
    if (connectionId === undefined)
      issues.push({
        path: `lines.${at}.connection`,
        message: `There is no fax connection "${line.connection}".`,
      })
    else if (isTwice) issues.push({ path, message: 'This line is listed twice.' })
    else found.push({ ...line, connectionId, path })
  }
  if (issues.length > 0) throw ApiError.invalid(issues)
  return found
}

const isTaken = (line: string, name: string, details: object): ApiError =>
  new ApiError('conflict', `Faxes to ${line} start ${name} already. Remove the line there first.`, {
    ...details,
  })

/** Throws 409 that names the workflow which has one of these lines. */
async function requireFree(tx: Tx, lines: Placed[], workflowId: string): Promise<void> {
  const ids = lines.map(({ connectionId }) => connectionId)
  const taken = await tx
    .select({
      connectionId: faxTriggers.connectionId,
      number: faxTriggers.number,
      workflowId: faxTriggers.workflowId,
      name: workflows.name,
    })
    .from(faxTriggers)
    .innerJoin(workflows, eq(workflows.id, faxTriggers.workflowId))
    .where(inArray(faxTriggers.connectionId, ids))
  for (const line of lines) {
    const other = taken.find(
      (each) =>
        each.connectionId === line.connectionId &&
        each.number === line.number &&
        each.workflowId !== workflowId,
    )
    if (!other) continue
    const called = line.number || `the other numbers of ${line.connection}`
    throw isTaken(called, `"${other.name}"`, {
      workflowId: other.workflowId,
      issues: [{ path: line.path, message: 'It is taken.' }],
    })
  }
}

/**
 * Sets which received faxes start a workflow. Throws 404, 403 when the caller may not start it, 400
 * for unknown connections, and 409 when a line starts another workflow or nothing is published.
 */
export const setFaxLines = defineOperation<{ id: string; lines: Line[] }, FaxLines>({
  name: 'setFaxLines',
  permission: 'schedules:manage',
  audit: ({ input, output }) => ({
    action: 'workflow.fax-lines-changed',
    objectKind: 'workflow',
    objectId: input.id,
    details: { lines: output.lines },
  }),
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'run', { lock: true })
    if (input.lines.length > 0) await publishedVersionOrThrow(tx, workflow)
    const lines = await placed(tx, input.lines)
    await tx.delete(faxTriggers).where(eq(faxTriggers.workflowId, workflow.id))
    if (lines.length > 0) {
      await requireFree(tx, lines, workflow.id)
      const rows = lines.map(({ connectionId, number, enabled }) => ({
        id: newId(),
        organizationId: actor.organizationId,
        workflowId: workflow.id,
        connectionId,
        number,
        enabled,
        updatedBy: actor.name,
      }))
      // Somebody gave the line to another workflow at this moment.
      await withClash(
        'fax_triggers_line',
        () => isTaken('one of these numbers', 'another workflow', {}),
        async () => await tx.insert(faxTriggers).values(rows),
      )
    }
    return await loadFaxLines(tx, workflow.id)
  },
})
