import { CircleHelpIcon, TriangleAlertIcon } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { PatientCostAnswer, PatientCostWarning } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'
import { plainWords } from './plain-words.ts'
import { PlanCard } from './plan-card.tsx'

const confidenceWords: Record<PatientCostAnswer['confidence'], string> = {
  high: 'High: the payer states all of it.',
  medium: 'Medium: some of it was assumed, as is usual.',
  low: 'Low: it could well be read another way. Check what was assumed before you quote it.',
  none: 'The amount is not known. Do not quote one.',
}

type Props = { answer: PatientCostAnswer; lineTitles: Record<string, string> }

/** The totals, how reliable they are, what is missing, and what was assumed. */
export function CostResult({ answer, lineTitles }: Props) {
  const { missing, assumptions, warnings } = answer
  const shown = new Set([...missing, ...assumptions].map(({ message }) => message))
  const notices = warnings.filter(({ message }) => !shown.has(message))
  return (
    <div className="space-y-4">
      <Totals answer={answer} />
      <Reliability answer={answer} />
      <Messages
        variant="warning"
        title="Not known: find this out"
        messages={missing}
        icon={<CircleHelpIcon aria-hidden />}
        lineTitles={lineTitles}
      />
      {answer.plans.map((plan) => (
        <PlanCard key={plan.payerId} plan={plan} lineTitles={lineTitles} />
      ))}
      <Messages
        title="Assumed"
        messages={assumptions}
        icon={<TriangleAlertIcon aria-hidden />}
        lineTitles={lineTitles}
      />
      <Messages title="Good to know" messages={notices} icon={null} lineTitles={lineTitles} />
    </div>
  )
}

function Totals({ answer }: Pick<Props, 'answer'>) {
  const totals = [
    { title: 'Patient owes', amount: answer.totalPatientCost, strong: true },
    { title: 'Payers pay', amount: answer.totalPayerCost, strong: false },
    { title: 'Written off', amount: answer.totalAdjustment, strong: false },
  ]
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3" aria-label="Totals">
      {totals.map(({ title, amount, strong }) => (
        <div key={title} className="rounded-lg border bg-card px-2.5 py-2 sm:px-4 sm:py-3">
          <dt className="text-xs text-muted-foreground">{title}</dt>
          <dd
            className={`tabular-nums ${strong ? 'font-semibold' : ''} ${
              amount === null ? 'text-sm sm:text-xl' : 'truncate text-lg sm:text-2xl'
            }`}
          >
            {money(amount)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How sure the amount is, and between which amounts it may be. */
function Reliability({ answer }: Pick<Props, 'answer'>) {
  const { low, high } = answer.range
  const amounts = `${money(low)} and ${money(high)}`
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]" aria-label="Reliability">
      <dt className="text-muted-foreground">Confidence</dt>
      <dd>{confidenceWords[answer.confidence]}</dd>
      {low < high ? (
        <>
          <dt className="text-muted-foreground">Could be</dt>
          <dd className="tabular-nums">
            {answer.totalPatientCost === null
              ? `The patient owes something between ${amounts}.`
              : `Between ${amounts}, depending on what was assumed.`}
          </dd>
        </>
      ) : null}
    </dl>
  )
}

type MessagesProps = {
  title: string
  messages: PatientCostWarning[]
  icon: React.ReactNode
  variant?: 'warning'
  lineTitles: Record<string, string>
}

/** A list of sentences; the service is named where the bill has several and not all are meant. */
function Messages({ title, messages, icon, variant, lineTitles }: MessagesProps) {
  if (messages.length === 0) return null
  const lines = new Map<string, string[]>()
  for (const { message, lineItemId } of messages) {
    const words = plainWords(message)
    const titles = lines.get(words) ?? []
    const own = lineItemId === null ? [] : [lineTitles[lineItemId] ?? lineItemId]
    lines.set(words, [...titles, ...own])
  }
  const all = Object.keys(lineTitles).length
  return (
    <Alert variant={variant ?? 'default'}>
      {icon}
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <ul className="list-disc space-y-1 pl-4 break-words">
          {[...lines].map(([words, titles]) => (
            <li key={words}>
              {titles.length > 0 && titles.length < all ? `${titles.join(', ')}: ` : ''}
              {words}
            </li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}
