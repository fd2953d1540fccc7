import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { modelCalls } from '#db/schema/models'
import { organizations } from '#db/schema/organizations'
import { ApiError } from '#lib/domain/api-error'
import {
  exceededLimit,
  limitsMoney,
  noModelLimits,
  type ModelLimits,
  type ModelSpending,
} from '#lib/domain/ask/model-limits'
import { microsOf, type ModelPrices, type ModelUsage } from '#lib/domain/ask/model-request'
import { countOf } from '#lib/domain/count-of'
import { newId } from '#lib/ids'

export type NextCall = {
  connectionId: string
  runId: string | null
  taskId: string | null
  /** The trial of a test set. */
  trialId?: string | undefined
  attempt: number
  model: string
  prompt: string
  /** The most that it may use. */
  most: ModelUsage
  prices: ModelPrices | undefined
}

/** Calls are counted for more than a year, so that a month can be compared with that of last year. */
const keptDays = 400

type Spent = { day: ModelSpending; month: ModelSpending }

/** What the organization used today and this month, by its own calendar. */
async function spentBy(tx: Tx, today: string): Promise<Spent> {
  const month = `${today.slice(0, 7)}-01`
  const tokens = sql`${modelCalls.inputTokens} + ${modelCalls.outputTokens}`
  const ofDay = sql`filter (where ${modelCalls.day} = ${today})`
  const [row] = await tx
    .select({
      dayTokens: sql<number>`coalesce(sum(${tokens}) ${ofDay}, 0)::float8`,
      dayMicros: sql<number>`coalesce(sum(${modelCalls.micros}) ${ofDay}, 0)::float8`,
      monthTokens: sql<number>`coalesce(sum(${tokens}), 0)::float8`,
      monthMicros: sql<number>`coalesce(sum(${modelCalls.micros}), 0)::float8`,
    })
    .from(modelCalls)
    .where(gte(modelCalls.day, month))
  const { dayTokens = 0, dayMicros = 0, monthTokens = 0, monthMicros = 0 } = row ?? {}
  return {
    day: { tokens: dayTokens, micros: dayMicros },
    month: { tokens: monthTokens, micros: monthMicros },
  }
}

/** The organization's limits and its date. */
export async function limitsOf(
  tx: Tx,
  organizationId: string,
): Promise<{ limits: ModelLimits; today: string }> {
  const [row] = await tx
    .select({
      settings: organizations.settings,
      today: sql<string>`to_char(now() at time zone ${organizations.timeZone}, 'YYYY-MM-DD')`,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row) throw ApiError.notFound('organization', organizationId)
  return { limits: { ...noModelLimits, ...row.settings.modelLimits }, today: row.today }
}

/** Throws `connection_limited`, by which a step waits, when the minute has as many as it may. */
async function requireRoomInMinute(tx: Tx, perMinute: number | null): Promise<void> {
  if (perMinute === null) return
  const [leaves] = await tx
    .select({
      seconds: sql<number>`ceil(extract(epoch from
        ${modelCalls.begunAt} + interval '1 minute' - clock_timestamp()))::float8`,
    })
    .from(modelCalls)
    .where(gte(modelCalls.begunAt, sql`clock_timestamp() - interval '1 minute'`))
    .orderBy(sql`${modelCalls.begunAt} desc`)
    .offset(perMinute - 1)
    .limit(1)
  if (!leaves) return
  const seconds = Math.max(1, leaves.seconds)
  throw new ApiError(
    'connection_limited',
    `Your organization allows ${countOf(perMinute, 'call')} of models a minute, and this limit is reached. ` +
      `Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
    { headers: { 'retry-after': String(seconds) } },
  )
}

const budgetReached = (message: string, details: Record<string, unknown> = {}): ApiError =>
  new ApiError('model_budget', message, details)

/** Throws `model_budget` when the most that the call may use is more than what is left. */
function requireBudget(limits: ModelLimits, spent: Spent, { most, prices }: NextCall): void {
  if (prices === undefined && limitsMoney(limits))
    throw budgetReached(
      'Your organization limits what models cost, but the price of this one is not known. ' +
        'An owner can enter its prices under Connections.',
    )
  const tokens = most.inputTokens + most.outputTokens
  const next = { tokens, micros: prices ? microsOf(most, prices) : 0 }
  const limit = exceededLimit(limits, spent, next)
  if (limit !== undefined)
    throw budgetReached(
      `This call could exceed what your organization allows its models: ${limit}. ` +
        'An owner can change that under Settings; then retry from this step.',
      { limit, mostTokens: tokens },
    )
}

/**
 * Takes the right to one call of a model and counts it, in one transaction: calls of an
 * organization ask one after the other. Throws `connection_limited` and `model_budget`; then
 * nothing is counted.
 */
export async function takeModelCall(organizationId: string, call: NextCall): Promise<string> {
  return await inOrganization(organizationId, async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`models:${organizationId}`}, 0))`,
    )
    const { limits, today } = await limitsOf(tx, organizationId)
    await requireRoomInMinute(tx, limits.callsPerMinute)
    requireBudget(limits, await spentBy(tx, today), call)
    const id = newId()
    const { connectionId, runId, taskId, trialId, attempt, model, prompt, most, prices } = call
    await tx.insert(modelCalls).values({
      id,
      organizationId,
      connectionId,
      runId,
      taskId,
      trialId,
      attempt,
      begunAt: sql`clock_timestamp()`,
      day: today,
      model,
      prompt,
      ...most,
      micros: prices ? microsOf(most, prices) : null,
    })
    await tx
      .delete(modelCalls)
      .where(lt(modelCalls.day, sql`${today}::date - ${keptDays}::integer`))
    return id
  })
}

/** Writes what a call used; what it may have used is no longer counted. */
export async function endModelCall(
  organizationId: string,
  id: string,
  end: { usage: ModelUsage; prices: ModelPrices | undefined; error: string | null },
): Promise<void> {
  const { usage, prices, error } = end
  await inOrganization(
    organizationId,
    async (tx) =>
      await tx
        .update(modelCalls)
        .set({
          ...usage,
          micros: prices ? microsOf(usage, prices) : null,
          error,
          endedAt: sql`clock_timestamp()`,
        })
        .where(and(eq(modelCalls.id, id), eq(modelCalls.organizationId, organizationId))),
  )
}
