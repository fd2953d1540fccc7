import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'
import { PlanCard } from './plan-card.tsx'

/** What everybody owes, plan by plan, and what was assumed. */
export function CostResult({ answer, lineTitles }: { answer: PatientCostAnswer; lineTitles: Record<string, string> }) {
  const totals = [
    { title: 'Patient owes', amount: answer.totalPatientCost, strong: true },
    { title: 'Payers pay', amount: answer.totalPayerCost, strong: false },
    { title: 'Written off', amount: answer.totalAdjustment, strong: false },
  ]
  const assumed = [...new Set(answer.warnings.map(({ message }) => message))]
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-3 gap-3" aria-label="Totals">
        {totals.map(({ title, amount, strong }) => (
          <div key={title} className="rounded-lg border bg-card px-3 py-2 sm:px-4 sm:py-3">
            <dt className="text-xs text-muted-foreground">{title}</dt>
            <dd className={`truncate tabular-nums ${strong ? 'text-lg font-semibold sm:text-2xl' : 'text-lg sm:text-2xl'}`}>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {answer.plans.map((plan) => <PlanCard key={plan.payerId} plan={plan} lineTitles={lineTitles} />)}
      {assumed.length > 0 ? (
        <Alert>
          <AlertTitle>Assumed</AlertTitle>
          <AlertDescription>
            <ul className="list-disc space-y-1 pl-4">{assumed.map((message) => <li key={message}>{message}</li>)}</ul>
          </AlertDescription>
        </Alert>
      ) : null}
    </div>
  )
}
