import type { PatientCostAnswer, PatientCostWarning } from '../answer.ts'
import { confidenceBy, type Confidence } from '../grades.ts'
import type { PassLine, PassResult } from './calculate-pass.ts'
import { knownIn, type Ends } from './known-in.ts'

type LineAnswer = PatientCostAnswer['lineItems'][number]

/** The problems and assumptions of a line: its own, its plans' and the whole request's. */
const codesFor = (warnings: readonly PatientCostWarning[], id: string): string[] =>
  warnings.flatMap(({ code, lineItemId }) => (lineItemId === null || lineItemId === id ? code : []))

/** The minimum and the maximum of all passes. */
export function rangeOf(
  pairs: readonly Ends[],
  of: (result: PassResult) => number,
): { low: number; high: number } {
  const amounts = pairs.flatMap(({ against, inFavour }) => [of(against), of(inFavour)])
  return { low: Math.min(...amounts), high: Math.max(...amounts) }
}

/** One line of the answer, out of all passes; `line` is that of the likely one. */
export function lineAnswer(
  pairs: readonly Ends[],
  line: PassLine,
  index: number,
  warnings: readonly PatientCostWarning[],
): LineAnswer {
  const amount = (of: (line: PassLine) => number | undefined) =>
    knownIn(pairs, (result) => {
      const own = result.lines[index]
      return own ? of(own) : undefined
    })
  const patientCost = amount((own) => own.patientCost)
  const confidence: Confidence =
    patientCost === null ? 'none' : confidenceBy(codesFor(warnings, line.id))
  return {
    id: line.id,
    chargeAmount: line.chargeAmount,
    allowedAmount: amount((own) => own.allowedAmount),
    patientCost,
    payerCost: amount((own) => own.payerCost),
    adjustment: amount((own) => own.adjustment),
    payments: line.payments.map(({ payerId }) => ({
      payerId,
      amount: amount(({ payments }) => payments.find((one) => one.payerId === payerId)?.amount),
    })),
    confidence,
    range: rangeOf(pairs, (result) => result.lines[index]?.patientCost ?? 0),
  }
}

/**
 * What is missing matters where it leaves an amount of its line open. A line that is open without
 * anything missing of its own is so because of what lines before it use up.
 */
export function missingFor(
  lines: readonly LineAnswer[],
  missing: PatientCostWarning[],
): PatientCostWarning[] {
  const open = lines.filter(({ patientCost, payments }) =>
    [patientCost, ...payments.map(({ amount }) => amount)].includes(null),
  )
  const of = (id: string) => missing.filter(({ lineItemId }) => (lineItemId ?? id) === id)
  if (open.some(({ id }) => of(id).length === 0)) return missing
  const ids = new Set(open.map(({ id }) => id))
  return open.length === 0 ? [] : missing.filter(({ lineItemId: id }) => id === null || ids.has(id))
}
