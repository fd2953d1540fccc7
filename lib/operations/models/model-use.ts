import { and, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { modelCalls } from '#db/schema/models'
import { runs, tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import type {
  ModelCallView,
  ModelUsed,
  ModelUseView,
  RunModelUse,
} from '#lib/contracts/integrations/models'
import { ApiError } from '#lib/domain/api-error'
import { requireRun, visibleAmong } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { limitsOf } from './take-model-call.ts'

/** What calls used, as columns. */
export const usedColumns = {
  calls: sql<number>`count(*)::integer`,
  tokens: sql<number>`coalesce(sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens}), 0)::float8`,
  dollars: sql<number>`coalesce(sum(${modelCalls.micros}), 0)::float8 / 1000000`,
  unpriced: sql<number>`(count(*) filter (where ${modelCalls.micros} is null))::integer`,
}

export const nothingUsed: ModelUsed = { calls: 0, tokens: 0, dollars: 0, unpriced: 0 }

async function usedIn(tx: Tx, which: SQL): Promise<ModelUsed> {
  const [row] = await tx.select(usedColumns).from(modelCalls).where(which)
  return row ?? nothingUsed
}

/** What the organization's models used today and this month, also by connection. */
export const getModelUse = defineOperation<object, ModelUseView>({
  name: 'getModelUse',
  permission: 'connections:read',
  async run({ actor, tx }) {
    const { limits, today } = await limitsOf(tx, actor.organizationId)
    const thisMonth = gte(modelCalls.day, `${today.slice(0, 7)}-01`)
    const own = eq(modelCalls.organizationId, actor.organizationId)
    const byConnection = await tx
      .select({ connectionId: modelCalls.connectionId, slug: connections.slug, ...usedColumns })
      .from(modelCalls)
      .leftJoin(connections, eq(connections.id, modelCalls.connectionId))
      .where(and(own, thisMonth))
      .groupBy(modelCalls.connectionId, connections.slug)
      .orderBy(sql`${usedColumns.tokens} desc`)
    return {
      limits,
      today: await usedIn(tx, sql`${own} and ${eq(modelCalls.day, today)}`),
      month: await usedIn(tx, sql`${own} and ${thisMonth}`),
      connections: byConnection,
    }
  },
})

/** A run and the runs that its steps started, however deep, as far as the caller sees them. */
async function seenRunsBelow(tx: Tx, actor: Actor, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive below(id) as (
      select ${id}::uuid
      union select child.id from below join ${runs} child on child.parent_run_id = below.id)
    select id from below`)
  const seen = await visibleAmong(
    tx,
    actor,
    rows.map((row) => row.id),
  )
  return [...seen]
}

const mostCalls = 200

/** The newest calls of these runs, with the titles of their steps. */
async function callsOf(tx: Tx, which: SQL): Promise<ModelCallView[]> {
  const rows = await tx
    .select({ call: modelCalls, step: tasks.title })
    .from(modelCalls)
    .leftJoin(tasks, and(eq(tasks.id, modelCalls.taskId), eq(tasks.runId, modelCalls.runId)))
    .where(which)
    .orderBy(desc(modelCalls.begunAt), desc(modelCalls.id))
    .limit(mostCalls)
  return rows.map(({ call, step }) => {
    const { id, runId, taskId, attempt, begunAt, endedAt, micros, error } = call
    const { model, prompt, inputTokens, outputTokens } = call
    return {
      id,
      runId: runId ?? '',
      taskId,
      step,
      attempt,
      begunAt: begunAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      model,
      prompt,
      inputTokens,
      outputTokens,
      dollars: micros === null ? null : micros / 1_000_000,
      error,
    }
  })
}

/** What a run used of models. Throws 404 for runs that the caller does not see. */
export const getRunModelUse = defineOperation<{ id: string }, RunModelUse>({
  name: 'getRunModelUse',
  permission: 'runs:read',
  async run({ actor, input: { id }, tx }) {
    await requireRun(tx, actor, id)
    const [run] = await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, id))
    if (!run) throw ApiError.notFound('run', id)
    const which = inArray(modelCalls.runId, await seenRunsBelow(tx, actor, id))
    const used = await usedIn(tx, which)
    return { ...used, byCall: used.calls > 0 ? await callsOf(tx, which) : [] }
  },
})
