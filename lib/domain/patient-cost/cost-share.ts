import type { Benefit } from './benefit.ts'
import { describeBenefit } from './describe-benefit.ts'
import { exact, fromJson, percent, usd } from './money.ts'
import { fitOf, isConditional, pickOne, type Pick as Choice } from './pick.ts'
import type { CostShare, LineRules, Plan, PlanLine } from './plan.ts'

const lineSource = 'Overrides'
const valueOf = ({ amount, share }: Benefit) => (amount ? usd(amount) : share ? percent(share) : '')

function sayOthers({ benefit, others }: Choice, what: string, line: PlanLine): void {
  if (others.length === 0) return
  const listed = others.slice(0, 4).map((other) => `${valueOf(other)}${other.messages.length > 0 ? ` "${other.messages[0]?.slice(0, 60)}"` : ''}`)
  line.assume({ code: `several_${what}s`, message: `Several ${what}s fit; ${valueOf(benefit)} was used. Others: ${listed.join(', ')}. Choose with overrides.benefitMessage or overrides.${what}.` })
}

type CostShares = Pick<LineRules, 'copay' | 'coinsurance'> & { used: Benefit[] }

/** Copay (B) and coinsurance (A) of a line. The two belong together: of several, those whose texts agree. */
export function costShareOf(plan: Plan, line: PlanLine): CostShares {
  const { overrides, candidates, question, assume } = line
  const copays = candidates.filter(({ code, amount }) => code === 'B' && amount !== null)
  const shares = candidates.filter(({ code, share }) => code === 'A' && share !== null)
  const copayPick = overrides.copay === undefined ? pickOne(copays, question) : null
  if (copayPick) sayOthers(copayPick, 'copay', line)
  let sharePick = overrides.coinsurance === undefined ? pickOne(shares, question, copayPick?.benefit ?? null) : null
  // "$30 for the visit" beside "30 % for drugs and supplies": the condition is another service, unless it repeats the copay's own.
  if (sharePick && copayPick && copayPick.benefit.amount?.greaterThan(0) && isConditional(sharePick.benefit) && !isConditional(copayPick.benefit) && sharePick.benefit.share?.greaterThan(0)) {
    assume({ code: 'coinsurance_conditional', message: `${describeBenefit(sharePick.benefit)} has a condition and the copay has none; the copay alone was used.` })
    sharePick = null
  } else if (sharePick && copayPick && fitOf(sharePick.benefit, question) < fitOf(copayPick.benefit, question) && copayPick.benefit.amount?.greaterThan(0)) {
    assume({ code: 'coinsurance_of_plan', message: `The service has a copay of its own and the plan a general coinsurance (${valueOf(sharePick.benefit)}); the copay alone was used. Set overrides.coinsurance when both apply.` })
    sharePick = null
  }
  if (sharePick) sayOthers(sharePick, 'coinsurance', line)
  const copay = overrides.copay !== undefined ? { amount: fromJson(overrides.copay), source: lineSource } : copayPick?.benefit.amount ? { amount: copayPick.benefit.amount, source: describeBenefit(copayPick.benefit) } : null
  const coinsurance = overrides.coinsurance !== undefined ? { share: exact(overrides.coinsurance), source: lineSource } : sharePick?.benefit.share ? { share: sharePick.benefit.share, source: describeBenefit(sharePick.benefit) } : null
  const used = [copayPick?.benefit, sharePick?.benefit].flatMap((benefit) => (benefit ? [benefit] : []))
  if (used.some(({ authorization }) => authorization)) assume({ code: 'authorization_required', message: 'The payer wants a prior authorization for this service; without one it may pay nothing.' })
  if (copay || coinsurance) return { copay, coinsurance, used }
  if (isMedicareB(line)) {
    assume({ code: 'medicare_coinsurance', message: 'Medicare Part B states no coinsurance; the statutory 20 % was used.' })
    return { copay, coinsurance: { share: exact('0.2'), source: 'Medicare Part B, 20 % (Social Security Act §1833)' }, used }
  }
  if (plan.benefits.length > 0) assume({ code: 'cost_share_unknown', message: 'The eligibility answer states neither copay nor coinsurance for this service; the plan was taken to pay the rest in full.' })
  return { copay, coinsurance, used }
}

const isMedicareB = ({ candidates }: PlanLine): boolean => candidates.some(({ insuranceType }) => insuranceType === 'MB')

const waived = /\bded(?:uctible)?\b[^.;]{0,20}\b(?:waived|does not apply|not applicable|n\/a)\b/i

/** Which order applies: what the caller says, or a text that waives the deductible for this service ("Urgent Care/Plan Ded Waived"). */
export function orderOf(line: PlanLine, used: Benefit[]): { order: LineRules['order']; source: string | null } {
  const { overrides, candidates, question } = line
  if (overrides.costShareOrder) return { order: overrides.costShareOrder, source: lineSource }
  const conditions = used.flatMap(({ messages }) => messages.map((message) => message.toLowerCase()))
  const waiver = candidates.find((benefit) => {
    if (fitOf(benefit, question) < 2 || !'ABF'.includes(benefit.code)) return false
    const texts = benefit.messages.filter((message) => waived.test(message))
    if (texts.length === 0) return false
    if (used.includes(benefit) || !used.some(isConditional)) return true
    // The text before the slash names whom it is for.
    return benefit.code === 'F' && texts.some((text) => conditions.some((condition) => condition === text.toLowerCase().split('/')[0]))
  })
  return waiver ? { order: 'deductible-waived', source: describeBenefit(waiver) } : { order: 'after-deductible', source: null }
}

const notCounted = /(?:not|excluded|does not|n't)\b[^.;]{0,30}(?:out.of.pocket|\boop\b|\bmoop\b)/i
const kindOf: Record<string, CostShare> = { A: 'coinsurance', B: 'copay', C: 'deductible' }

/** What counts to the out-of-pocket maximum: all of it, unless a text or the caller says otherwise. */
export function countsOf(line: PlanLine, used: Benefit[]): ReadonlySet<CostShare> {
  if (line.overrides.outOfPocketIncludes) return new Set(line.overrides.outOfPocketIncludes)
  const counted = new Set<CostShare>(['deductible', 'copay', 'coinsurance'])
  for (const { code, messages } of used) {
    const kind = kindOf[code]
    if (kind && messages.some((message) => notCounted.test(message))) counted.delete(kind)
  }
  return counted
}
