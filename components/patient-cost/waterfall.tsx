import type { PatientCostStep } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'
import { plainWords } from './plain-words.ts'

type Rule = PatientCostStep['rule']

/** Who pays the amount of a step: no party (the bill, write-offs), the patient, or the plan. */
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

type Bar = {
  amount: number
  before: number
  after: number
  kind: keyof typeof kinds
  label: string
}

type Props = { steps: PatientCostStep[]; label: string }

/**
 * The steps of one line as bars, each starting where the one before ended. The amounts are beside
 * them, so no information is in the colours alone.
 */
export function Waterfall({ steps, label }: Props) {
  const bars = barsOf(steps)
  const unknown = steps.find(({ rule }) => rule === 'unknown')
  if (bars.length === 0 && !unknown) {
    const reason = steps[0]?.description ?? 'Nothing was worked out.'
    return <p className="text-sm text-muted-foreground">{reason}</p>
  }
  const scale = Math.max(0.01, ...bars.flatMap(({ before, after }) => [before, after]))
  return (
    <ol aria-label={label} className="space-y-1.5">
      {bars.map((bar, index) => (
        <BarLine key={index} bar={bar} scale={scale} />
      ))}
      {unknown ? (
        <li className="rounded-md border border-dashed px-3 py-2 text-sm text-muted-foreground">
          {plainWords(unknown.description)}
        </li>
      ) : null}
      <Legend bars={bars} />
    </ol>
  )
}

/** The steps that move an amount. A plan that pays after others would have paid more alone. */
function barsOf(steps: PatientCostStep[]): Bar[] {
  const coordinates = steps.some(({ rule }) => rule === 'coordination')
  return steps.flatMap(({ rule, amount, before, after }): Bar[] => {
    const look = coordinates && rule === 'benefit' ? alone : kindOf[rule]
    if (!look || amount === null || before === null || after === null) return []
    return amount > 0 || rule === 'submitted' ? [{ amount, before, after, ...look }] : []
  })
}

const alone = { kind: 'alone', label: 'Would pay alone' } as const

const lineClass =
  'grid grid-cols-[minmax(5rem,9rem)_1fr_5.5rem] items-center gap-2 text-sm sm:gap-3'

/** `scale` is the amount of a bar of the full width. */
function BarLine({ bar, scale }: { bar: Bar; scale: number }) {
  const { amount, before, after, label } = bar
  const { title, bar: color } = kinds[bar.kind]
  const from = Math.min(before, after)
  const width = Math.abs(after - before)
  return (
    <li className={lineClass}>
      <span className="truncate">
        {label}
        <span className="sr-only">, {title}</span>
      </span>
      <span className="relative h-5 rounded bg-muted" aria-hidden>
        <span
          className={`absolute inset-y-0 rounded-sm ${color}`}
          style={{
            left: `${(from / scale) * 100}%`,
            width: `${Math.max(0.6, (width / scale) * 100)}%`,
          }}
        />
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">{money(amount)}</span>
    </li>
  )
}

function Legend({ bars }: { bars: Bar[] }) {
  const used = Object.entries(kinds).filter(([kind]) => bars.some((bar) => bar.kind === kind))
  return (
    <li aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-xs text-muted-foreground">
      {used.map(([kind, { title, bar }]) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${bar}`} />
          {title}
        </span>
      ))}
    </li>
  )
}
