import type { Benefit } from './benefit.ts'
import { percent, usd } from '../money.ts'
import { cutText } from '../../text.ts'

const kinds: Record<string, string> = {
  A: 'Co-insurance',
  B: 'Co-payment',
  C: 'Deductible',
  E: 'Exclusion',
  F: 'Limitation',
  G: 'Out-of-pocket',
  I: 'Non-covered',
  J: 'Cost containment',
  Y: 'Spend down',
}
const periods: Record<string, string> = {
  '6': 'per hour',
  '7': 'per day',
  '13': 'per 24 hours',
  '21': 'years',
  '22': 'service year',
  '23': 'calendar year',
  '24': 'year to date',
  '25': 'contract',
  '26': 'per episode',
  '27': 'per visit',
  '29': 'remaining',
  '32': 'lifetime',
  '33': 'lifetime remaining',
  '36': 'per admission',
}
const networks = { Y: 'in network', N: 'out of network', W: 'in and out of network' }

function valueInWords({ amount, share }: Benefit): string {
  if (amount) return ` ${usd(amount)}`
  return share ? ` ${percent(share)}` : ''
}

function serviceInWords({ procedure, serviceTypes }: Benefit): string {
  if (procedure) {
    const { from, to } = procedure
    return from === to ? `procedure ${from}` : `procedure ${from}-${to}`
  }
  if (serviceTypes.length === 0) return 'whole plan'
  return `service type ${serviceTypes.slice(0, 5).join(', ')}${serviceTypes.length > 5 ? ' …' : ''}`
}

/**
 * Describes the origin of a value, so that a clerk finds it in the eligibility answer: "Deductible
 * $250.00, IND, service type 30, remaining, in network".
 */
export function describeBenefit(benefit: Benefit): string {
  const { code, level, period, network, messages, insuranceType, index } = benefit
  const parts = [
    level,
    insuranceType,
    serviceInWords(benefit),
    period ? (periods[period] ?? `period ${period}`) : null,
    network ? networks[network] : null,
    messages.length > 0 ? `"${cutText(messages.slice(0, 2).join('; '), 100)}"` : null,
  ]
  return (
    `Statement ${index + 1}: ${kinds[code] ?? code}${valueInWords(benefit)}, ` +
    `${parts.filter((part) => part !== null).join(', ')}`
  )
}
