import type { PatientCostStep } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'
import { plainWords } from './plain-words.ts'

type Rule = PatientCostStep['rule']

/** Who bears what a step moves: the bill itself, nobody, the patient, or the plan. */
const kinds = {
  bill: { title: 'Charge', bar: 'bg-zinc-500' },
  adjustment: { title: 'Written off', bar: 'bg-zinc-300 dark:bg-zinc-600' },
  patient: { title: 'Patient', bar: 'bg-amber-500' },
  plan: { title: 'Plan', bar: 'bg-emerald-600' },
  alone: { title: 'If it were the only plan', bar: 'bg-emerald-600/35' },
} as const

const kindOf: Partial<Record<Rule, { kind: keyof typeof kinds; label: string }>> = {
  submitted: { kind: 'bill', label: 'Charge' },
  eligible: { kind: 'adjustment', label: 'Not allowed' },
  noncovered: { kind: 'patient', label: 'Not covered' },
  'spend-down': { kind: 'patient', label: 'Spend-down' },
  deductible: { kind: 'patient', label: 'Deductible' },
  copay: { kind: 'patient', label: 'Copay' },
  coinsurance: { kind: 'patient', label: 'Coinsurance' },
  'out-of-pocket-limit': { kind: 'plan', label: 'Out-of-pocket maximum' },
  'benefit-limit': { kind: 'patient', label: 'Above the maximum' },
  benefit: { kind: 'plan', label: 'Plan pays' },
  coordination: { kind: 'plan', label: 'Pays after others' },
}

/**
 * The steps of one line as bars that hang where the last one ended. The numbers stand beside them,
 * so nothing is in the colours alone.
 */
export function Waterfall({ steps, label }: { steps: PatientCostStep[]; label: string }) {
  const later = steps.some(({ rule }) => rule === 'coordination')
  const unknown = steps.find(({ rule }) => rule === 'unknown')
  const shown = steps.flatMap((step) => {
    const drawn =
      later && step.rule === 'benefit'
        ? ({ kind: 'alone', label: 'Would pay alone' } as const)
        : kindOf[step.rule]
    const { amount, before, after } = step
    if (!drawn || amount === null || before === null || after === null) return []
    return amount > 0 || step.rule === 'submitted' ? [{ amount, before, after, ...drawn }] : []
  })
  const most = Math.max(0.01, ...shown.flatMap(({ before, after }) => [before, after]))
  if (shown.length === 0 && !unknown) {
    const said = steps[0]?.description ?? 'Nothing was worked out.'
    return <p className="text-sm text-muted-foreground">{said}</p>
  }
  return (
    <ol aria-label={label} className="space-y-1.5">
      {shown.map(({ amount, before, after, kind, label: name }, index) => {
        const [from, to] = [Math.min(before, after), Math.max(before, after)]
        return (
          <li
            key={index}
            className="grid grid-cols-[minmax(5rem,9rem)_1fr_5.5rem] items-center gap-2 sm:gap-3 text-sm"
          >
            <span className="truncate">
              {name}
              <span className="sr-only">, {kinds[kind].title}</span>
            </span>
            <span className="relative h-5 rounded bg-muted" aria-hidden>
              <span
                className={`absolute inset-y-0 rounded-sm ${kinds[kind].bar}`}
                style={{
                  left: `${(from / most) * 100}%`,
                  width: `${Math.max(0.6, ((to - from) / most) * 100)}%`,
                }}
              />
            </span>
            <span className="text-right whitespace-nowrap tabular-nums">{money(amount)}</span>
          </li>
        )
      })}
      {unknown ? (
        <li className="rounded-md border border-dashed px-3 py-2 text-sm text-muted-foreground">
          {plainWords(unknown.description)}
        </li>
      ) : null}
      <li aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-xs text-muted-foreground">
        {Object.values(kinds)
          .filter((kind) => shown.some((one) => kinds[one.kind] === kind))
          .map(({ title, bar }) => (
            <span key={title} className="inline-flex items-center gap-1.5">
              <span className={`size-2.5 rounded-sm ${bar}`} />
              {title}
            </span>
          ))}
      </li>
    </ol>
  )
}
