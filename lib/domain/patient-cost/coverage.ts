import type { Benefit } from './benefit.ts'
import { describeBenefit } from './describe-benefit.ts'
import { fitOf, isConditional, pickOne } from './pick.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'

const isStatus = ({ code }: Benefit) => /^[1-8]$/.test(code)
const isActive = ({ code }: Benefit) => /^[1-5]$/.test(code)

/** Why a line has no active coverage; null when it has, or when nothing says that it has not. Statuses know no network: it is not asked for. */
export function inactiveReason({ overrides, benefits, assume }: Plan, line: PlanLine): string | null {
  if (overrides.active === false) return 'Overrides: coverage not active'
  if (overrides.active === true) return null
  if (benefits.length === 0) return null
  const statuses = benefits.filter((benefit) => isStatus(benefit) && fitOf(benefit, line.question) > 0)
  if (statuses.length === 0) {
    const anyStatus = benefits.some(isStatus)
    if (!anyStatus) assume({ code: 'status_unknown', message: 'The eligibility answer does not say whether the coverage is active; it was taken as active.' })
    else if (!benefits.some(isActive)) return 'Coverage not active'
    return null
  }
  const best = Math.max(...statuses.map((status) => fitOf(status, line.question)))
  const closest = statuses.filter((status) => fitOf(status, line.question) === best)
  const active = closest.find(isActive)
  if (active && closest.some((status) => !isActive(status))) assume({ code: 'status_contradicts', message: 'The eligibility answer says both active and inactive; the coverage was taken as active.' })
  if (active?.code === '5') assume({ code: 'status_pending', message: 'The coverage is active, pending investigation: the payer may still end it.' })
  return active ? null : `Coverage not active (${describeBenefit(closest[0] as Benefit)})`
}

/** Whether the plan covers the line: a statement of non-coverage (I) or exclusion (E), an exhausted visit limit (F), or an out-of-network line of a plan that states nothing for it. */
export function notCovered({ benefits, networksStated }: Plan, line: PlanLine): LineRules['notCovered'] {
  const { overrides, question, candidates, assume } = line
  if (overrides.covered === true) return null
  if (overrides.covered === false) return { why: 'the plan does not cover it', source: 'Overrides: not covered' }
  if (benefits.length === 0) return null
  const close = candidates.filter((benefit) => fitOf(benefit, question) > 1)
  const refused = close.filter(({ code }) => code === 'I' || code === 'E')
  const pick = pickOne(refused.filter((benefit) => !isConditional(benefit)), question)
  if (pick) return { why: 'the plan does not cover this service', source: describeBenefit(pick.benefit) }
  const [partly] = refused
  if (partly) assume({ code: 'partly_not_covered', message: `Part of this service is not covered (${describeBenefit(partly)}); it was taken as covered. Set covered to false when that part is meant.` })
  const exhausted = close.find(({ code, period, quantity }) => code === 'F' && period === '29' && quantity?.qualifier === 'VS' && quantity.value.isZero())
  if (exhausted) return { why: 'no visits are left', source: describeBenefit(exhausted) }
  if (question.network === 'out' && networksStated && overrides.copay === undefined && overrides.coinsurance === undefined && !candidates.some(({ code }) => code === 'A' || code === 'B' || code === 'C'))
    return { why: 'the answer states no out-of-network benefit', source: null }
  return null
}
