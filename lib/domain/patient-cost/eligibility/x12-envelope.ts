import { UnreadableEligibility } from './benefit.ts'

const whole = 'Hand in the whole answer, from ISA to IEA.'
const refuse = (problem: string) =>
  new UnreadableEligibility(`This X12 is cut off or damaged: ${problem} ${whole}`)

type Open = { kind: 'ISA' | 'GS' | 'ST'; control: string | undefined; at: number; inside: number }

/** The position of a header's control number, and the trailer that closes the header. */
const headers = {
  ISA: { control: 13, trailer: 'IEA', counts: 'functional groups' },
  GS: { control: 6, trailer: 'GE', counts: 'transaction sets' },
  ST: { control: 2, trailer: 'SE', counts: 'segments' },
} as const
const headerOf = { IEA: 'ISA', GE: 'GS', SE: 'ST' } as const

const isHeader = (id: string): id is keyof typeof headers => Object.hasOwn(headers, id)
const isTrailer = (id: string): id is keyof typeof headerOf => Object.hasOwn(headerOf, id)

/**
 * Checks that an interchange is complete: every header (ISA, GS, ST) has its trailer (IEA, GE, SE)
 * with the same control number and the right count (X12.5 and X12.6; 005010X279A1, appendix C).
 * Otherwise an interrupted transfer would lose benefits unnoticed. An answer that starts with GS or
 * ST is also accepted, but it must be complete from there. Throws UnreadableEligibility.
 */
export function checkEnvelope(segments: readonly string[][]): void {
  const open: Open[] = []
  for (const [at, segment] of segments.entries()) {
    const id = segment[0] ?? ''
    if (isHeader(id)) {
      const around = open.at(-1)
      const order = ['ISA', 'GS', 'ST']
      if (around && order.indexOf(around.kind) !== order.indexOf(id) - 1)
        throw refuse(`${id} follows ${around.kind} before ${headers[around.kind].trailer}.`)
      if (around) around.inside += 1
      open.push({ kind: id, control: segment[headers[id].control], at, inside: 0 })
    } else if (isTrailer(id)) close(id, segment, at)
    else if (open.at(-1)?.kind !== 'ST' && id !== 'TA1')
      throw refuse(`the segment ${id} stands outside of a transaction set (ST to SE).`)
  }
  const [missing] = open.toReversed()
  if (missing) throw refuse(`its ${headers[missing.kind].trailer} segment is missing.`)

  function close(id: keyof typeof headerOf, segment: string[], at: number): void {
    const around = open.pop()
    if (around?.kind !== headerOf[id]) throw refuse(`${id} stands where nothing is to be closed.`)
    if (number(segment[2]) !== number(around.control))
      throw refuse(`the control numbers of ${around.kind} and ${id} differ.`)
    const { counts } = headers[around.kind]
    const counted = around.kind === 'ST' ? at - around.at + 1 : around.inside
    if (Number(segment[1]) !== counted)
      throw refuse(`${id} counts ${segment[1] || 'no'} ${counts}, but there are ${counted}.`)
  }
}

/** Control numbers are numeric; some senders omit leading zeros on one side. */
const number = (control: string | undefined): string => (control ?? '').replace(/^0+(?=\d)/, '')
