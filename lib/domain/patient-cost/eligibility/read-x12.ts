import {
  UnreadableEligibility,
  type Assumption,
  type Benefit,
  type Eligibility,
} from './benefit.ts'
import { addDate, dateOf, type Dates } from '../dates.ts'
import { readAmount, readQuantity, readShare } from './read-value.ts'
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

type Level = { kind: string; benefits: Omit<Benefit, 'index'>[]; dates: Dates }
type OpenBenefit = Omit<Benefit, 'index'> & { messages: string[]; places: string[] }

/** A segment: its name, then its elements from position 1. */
type Segment = string[]

const elementOf = (segment: Segment, position: number): string | null => segment[position] || null

/** The part that is read so far; each segment belongs to the level and the statement before it. */
class Reading {
  readonly levels: Level[] = []
  readonly assumptions: Assumption[] = []
  readonly rejections: Eligibility['rejections'] = []
  payerName: string | null = null
  answeredOn: string | null = null
  readonly #repetition: string
  readonly #component: string
  #current: OpenBenefit | undefined

  constructor({ repetition, component }: { repetition: string; component: string }) {
    this.#repetition = repetition
    this.#component = component
  }

  readonly assume = (assumption: Assumption): void => {
    this.assumptions.push(assumption)
  }

  read(segment: Segment): void {
    switch (segment[0] ?? '') {
      case 'HL':
        this.levels.push({ kind: segment[3] ?? '', benefits: [], dates: {} })
        this.#current = undefined
        break
      case 'NM1':
        this.#readName(segment)
        break
      case 'AAA':
        this.rejections.push({
          code: segment[3] ?? '',
          message: rejectReasons[segment[3] ?? ''] ?? 'the payer gives no further reason',
        })
        break
      case 'BHT':
        this.answeredOn = dateOf(segment[4])
        break
      case 'DTP': {
        const { dates } = this.#current ?? this.levels.at(-1) ?? { dates: {} }
        addDate(dates, segment[1] ?? '', elementOf(segment, 3))
        break
      }
      case 'MSG':
        this.#current?.messages.push(segment[1] ?? '')
        break
      case 'III':
        if (segment[1] === 'ZZ' && segment[2]) this.#current?.places.push(segment[2])
        break
      case 'EB':
        this.#current = this.#readBenefit(segment)
        if (this.levels.length === 0) this.levels.push({ kind: '22', benefits: [], dates: {} })
        this.levels.at(-1)?.benefits.push(this.#current)
        break
    }
  }

  #readName(segment: Segment): void {
    const current = this.#current
    if (segment[1] === 'PR' && this.payerName === null && current === undefined)
      this.payerName = elementOf(segment, 3)
    else if (current?.code === 'R')
      current.otherPayer = {
        role: segment[1] === 'PRP' ? 'Primary Payer' : (segment[1] ?? ''),
        name: segment[3] || 'another payer',
      }
  }

  #readBenefit(segment: Segment): OpenBenefit {
    const element = (position: number) => elementOf(segment, position)
    const procedure = segment[13]?.split(this.#component) ?? []
    return {
      code: segment[1] ?? '',
      level: element(2),
      serviceTypes: (segment[3] ?? '').split(this.#repetition).filter(Boolean),
      insuranceType: element(4),
      plan: element(5),
      period: element(6),
      amount: readAmount(element(7), this.assume),
      share: readShare(element(8), this.assume),
      quantity: readQuantity(element(9), element(10)),
      authorization: segment[11] === 'Y',
      network: networkOf(element(12)),
      procedure: procedure[1]
        ? { from: procedure[1].toUpperCase(), to: (procedure[7] || procedure[1]).toUpperCase() }
        : null,
      places: [],
      messages: [],
      dates: {},
      otherPayer: segment[1] === 'R' ? { role: '', name: element(5) ?? 'another payer' } : null,
    }
  }
}

/** The person whose benefits count: the first dependent with some, else the first subscriber. */
function personOf({ levels, assume }: Reading): Level | undefined {
  const withBenefits = levels.filter(({ benefits }) => benefits.length > 0)
  const dependents = withBenefits.filter(({ kind }) => kind === '23')
  const people = dependents.length > 0 ? dependents : withBenefits
  if (people.length > 1)
    assume({
      code: 'several_patients',
      message:
        `The X12 271 has the benefits of ${people.length} people; ` +
        'those of the first were used.',
    })
  return people[0]
}

/**
 * Reads a raw X12 271 (005010X279A1). Benefits of a dependent (HL 23) take precedence over the
 * subscriber's (HL 22); of several people the first one with benefits counts. Throws
 * UnreadableEligibility when it is no 271, or not a complete one.
 */
export function readX12(raw: string): Eligibility {
  const { segments, ...separators } = x12Segments(raw)
  const transaction = segments.find(([id]) => id === 'ST')
  if (transaction && transaction[1] !== '271')
    throw new UnreadableEligibility(
      `This X12 is a ${transaction[1] || '?'}, not a 271 (eligibility answer).`,
    )
  checkEnvelope(segments)
  const reading = new Reading(separators)
  for (const segment of segments) reading.read(segment)
  const person = personOf(reading)
  const benefits = (person?.benefits ?? []).map((benefit, index) =>
    Object.assign(benefit, { index }),
  )
  const { payerName, answeredOn, rejections, assumptions } = reading
  if (benefits.length === 0 && rejections.length === 0)
    throw new UnreadableEligibility(
      'This X12 has no EB segments: it states no benefits. Hand in the whole 271, from ISA to IEA.',
    )
  const dates = person?.dates ?? {}
  return { shape: 'x12', payerName, dates, answeredOn, benefits, rejections, assumptions }
}
