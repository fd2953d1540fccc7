import {
  UnreadableEligibility,
  type Assumption,
  type Benefit,
  type Eligibility,
} from './benefit.ts'
import { addDate, dateOf, type Dates } from '../dates.ts'
import { exact } from '../money.ts'
import { readAmount, readShare } from './read-value.ts'
import { networkOf } from './read-v3.ts'
import { checkEnvelope } from './x12-envelope.ts'
import { x12Segments } from './x12-segments.ts'

/** AAA03, the reasons that occur (X12 005010X279A1). */
const rejectReasons: Record<string, string> = {
  '41': 'authorization or access restrictions',
  '42': 'unable to respond at the current time',
  '43': 'invalid or missing provider identification',
  '51': 'provider not on file',
  '52': 'service dates not within provider plan enrollment',
  '58': 'invalid or missing date of birth',
  '62': 'date of service not within allowable inquiry period',
  '64': 'invalid or missing patient id',
  '65': 'invalid or missing patient name',
  '67': 'patient not found',
  '71': 'patient birth date does not match the database',
  '72': 'invalid or missing subscriber id',
  '73': 'invalid or missing subscriber name',
  '75': 'subscriber not found',
  '76': 'duplicate subscriber id',
  '79': 'invalid participant identification',
  '80': 'no response received',
}

type Level = { benefits: Omit<Benefit, 'index'>[]; dates: Dates }

/**
 * Reads a raw X12 271 (005010X279A1). Benefits of a dependent (HL 23) count before the subscriber's
 * (HL 22); of several people the first one with benefits counts. Throws UnreadableEligibility when
 * it is no 271, or not a whole one.
 */
export function readX12(raw: string): Eligibility {
  const { segments, repetition, component } = x12Segments(raw)
  const assumptions: Assumption[] = []
  const assume = (assumption: Assumption) => void assumptions.push(assumption)
  const rejections: Eligibility['rejections'] = []
  const levels: (Level & { kind: string })[] = []
  let payerName: string | null = null
  let answeredOn: string | null = null
  let current: (Omit<Benefit, 'index'> & { messages: string[]; places: string[] }) | undefined
  const transaction = segments.find(([id]) => id === 'ST')
  if (transaction && transaction[1] !== '271')
    throw new UnreadableEligibility(
      `This X12 is a ${transaction[1] ?? '?'}, not a 271 (eligibility answer).`,
    )
  checkEnvelope(segments)

  const element = (segment: string[], position: number) => segment[position] || null
  for (const segment of segments) {
    const id = segment[0]
    if (id === 'HL') {
      levels.push({ kind: segment[3] ?? '', benefits: [], dates: {} })
      current = undefined
    } else if (id === 'NM1' && segment[1] === 'PR' && payerName === null && current === undefined)
      payerName = element(segment, 3)
    else if (id === 'NM1' && current?.code === 'R')
      current.otherPayer = {
        role: segment[1] === 'PRP' ? 'Primary Payer' : (segment[1] ?? ''),
        name: segment[3] || 'another payer',
      }
    else if (id === 'AAA')
      rejections.push({
        code: segment[3] ?? '',
        message: rejectReasons[segment[3] ?? ''] ?? 'the payer gives no further reason',
      })
    else if (id === 'BHT') answeredOn = dateOf(segment[4])
    else if (id === 'DTP')
      addDate((current ?? levels.at(-1))?.dates ?? {}, segment[1] ?? '', element(segment, 3))
    else if (id === 'MSG' && current) current.messages.push(segment[1] ?? '')
    else if (id === 'III' && current && segment[1] === 'ZZ' && segment[2])
      current.places.push(segment[2])
    else if (id === 'EB') {
      const procedure = segment[13]?.split(component) ?? []
      const quantity = segment[10] ?? ''
      current = {
        code: segment[1] ?? '',
        level: element(segment, 2),
        serviceTypes: (segment[3] ?? '').split(repetition).filter(Boolean),
        insuranceType: element(segment, 4),
        plan: element(segment, 5),
        period: element(segment, 6),
        amount: readAmount(element(segment, 7), assume),
        share: readShare(element(segment, 8), assume),
        quantity: /^\d{1,9}(\.\d{1,4})?$/.test(quantity)
          ? { qualifier: segment[9] ?? '', value: exact(quantity) }
          : null,
        authorization: segment[11] === 'Y',
        network: networkOf(element(segment, 12)),
        procedure: procedure[1]
          ? { from: procedure[1].toUpperCase(), to: (procedure[7] || procedure[1]).toUpperCase() }
          : null,
        places: [],
        messages: [],
        dates: {},
        otherPayer:
          segment[1] === 'R' ? { role: '', name: element(segment, 5) ?? 'another payer' } : null,
      }
      if (levels.length === 0) levels.push({ kind: '22', benefits: [], dates: {} })
      levels.at(-1)?.benefits.push(current)
    }
  }
  const withBenefits = levels.filter(({ benefits }) => benefits.length > 0)
  const dependents = withBenefits.filter(({ kind }) => kind === '23')
  const people = dependents.length > 0 ? dependents : withBenefits
  if (people.length > 1)
    assume({
      code: 'several_patients',
      message: `The X12 271 has the benefits of ${people.length} people; those of the first were used.`,
    })
  const benefits = (people[0]?.benefits ?? []).map((benefit, index) =>
    Object.assign(benefit, { index }),
  )
  if (benefits.length === 0 && rejections.length === 0)
    throw new UnreadableEligibility(
      'This X12 has no EB segments: it states no benefits. Hand in the whole 271, from ISA to IEA.',
    )
  const dates = people[0]?.dates ?? {}
  return { shape: 'x12', payerName, dates, answeredOn, benefits, rejections, assumptions }
}
