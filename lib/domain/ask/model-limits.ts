import { z } from 'zod'

const tokens = z
  .int('A whole number.')
  .min(1, 'At least one token.')
  .max(1_000_000_000_000, 'That is more than can be counted.')
  .nullable()
const dollars = z
  .number('A number.')
  .min(0.01, 'At least one cent.')
  .max(1_000_000, 'At most a million dollars.')
  .nullable()

/** What an organization allows its models to use; null is no limit. */
export const modelLimitsSchema = z.strictObject({
  tokensPerDay: tokens,
  tokensPerMonth: tokens,
  dollarsPerDay: dollars,
  dollarsPerMonth: dollars,
  callsPerMinute: z
    .int('A whole number.')
    .min(1, 'At least one call.')
    .max(10_000, 'At most 10000 calls.')
    .nullable(),
})
export type ModelLimits = z.output<typeof modelLimitsSchema>

export const noModelLimits: ModelLimits = {
  tokensPerDay: null,
  tokensPerMonth: null,
  dollarsPerDay: null,
  dollarsPerMonth: null,
  callsPerMinute: null,
}

/** What was used, or may be used by the call that is asked for. */
export type ModelSpending = { tokens: number; micros: number }

type Spent = { day: ModelSpending; month: ModelSpending }

/** The first limit that a call would exceed, in words, or undefined. */
export function exceededLimit(
  limits: ModelLimits,
  spent: Spent,
  next: ModelSpending,
): string | undefined {
  const dollarsOf = (micros: number) => micros / 1_000_000
  const checks: [number | null, number, string][] = [
    [limits.tokensPerDay, spent.day.tokens + next.tokens, 'tokens a day'],
    [limits.tokensPerMonth, spent.month.tokens + next.tokens, 'tokens a month'],
    [limits.dollarsPerDay, dollarsOf(spent.day.micros + next.micros), 'dollars a day'],
    [limits.dollarsPerMonth, dollarsOf(spent.month.micros + next.micros), 'dollars a month'],
  ]
  const exceeded = checks.find(([limit, used]) => limit !== null && used > limit)
  return exceeded && `${exceeded[0]} ${exceeded[2]}`
}

/** Whether money is limited, so that a call whose price is not known cannot be allowed. */
export const limitsMoney = ({ dollarsPerDay, dollarsPerMonth }: ModelLimits): boolean =>
  dollarsPerDay !== null || dollarsPerMonth !== null
