import { BarChart3Icon, TableIcon } from 'lucide-react'
import { Badge } from '#components/ui/feedback/badge'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'
import { StepsTable } from './steps-table.tsx'
import { Waterfall } from './waterfall.tsx'

type Plan = PatientCostAnswer['plans'][number]

type Props = { plan: Plan; lineTitles: Record<string, string> }

/** How one plan works the bill out: as a chart, or step by step. */
export function PlanCard({ plan, lineTitles }: Props) {
  return (
    <Tabs defaultValue="chart">
      <Card>
        <PlanHeader plan={plan} />
        <CardContent className="space-y-5">
          <PlanLines plan={plan} lineTitles={lineTitles} />
          <Balances plan={plan} />
        </CardContent>
      </Card>
    </Tabs>
  )
}

const actionClass = 'max-sm:col-start-1 max-sm:row-start-3 max-sm:justify-self-start max-sm:pt-2'

function PlanHeader({ plan }: { plan: Plan }) {
  return (
    <CardHeader>
      <CardTitle>
        {plan.totalPaid === null
          ? `What ${plan.name} pays is not known`
          : `${plan.name} pays ${money(plan.totalPaid)}`}
      </CardTitle>
      <CardDescription className="max-sm:col-start-1">
        {describeCoordination(plan)}
        {plan.active ? null : (
          <Badge variant="destructive" className="ml-2">
            Not active
          </Badge>
        )}
      </CardDescription>
      <CardAction className={actionClass}>
        <TabsList aria-label={`How ${plan.name} is shown`}>
          <TabsTrigger value="chart">
            <BarChart3Icon aria-hidden /> Chart
          </TabsTrigger>
          <TabsTrigger value="table">
            <TableIcon aria-hidden /> Steps
          </TabsTrigger>
        </TabsList>
      </CardAction>
    </CardHeader>
  )
}

/** How a plan pays beside the others, and what it would pay alone. */
function describeCoordination({ coordination, totalAlone }: Plan): string {
  if (coordination === 'primary') return 'Pays first'
  const alone =
    totalAlone === null
      ? 'what it would pay alone is not known'
      : `alone it would pay ${money(totalAlone)}`
  return `Coordinates by ${coordination.replaceAll('-', ' ')}; ${alone}`
}

function PlanLines({ plan, lineTitles }: Props) {
  const lines = [...new Set(plan.steps.map(({ lineItemId }) => lineItemId))]
  return lines.map((id) => {
    const steps = plan.steps.filter(({ lineItemId }) => lineItemId === id)
    const title = lineTitles[id] ?? id
    return (
      <section key={id} className="space-y-2" aria-label={title}>
        {lines.length > 1 ? <h3 className="text-sm font-medium">{title}</h3> : null}
        <TabsContent value="chart">
          <Waterfall steps={steps} label={`${plan.name}, ${title}`} />
        </TabsContent>
        <TabsContent value="table">
          <StepsTable steps={steps} label={`Steps of ${plan.name}, ${title}`} />
        </TabsContent>
      </section>
    )
  })
}

/** What is left of deductibles and maximums, before this bill and after it. */
function Balances({ plan }: { plan: Plan }) {
  const balances = plan.benefitBalance.filter(({ before }) => before !== null)
  if (balances.length === 0) return null
  return (
    <dl className="space-y-1 border-t pt-3 text-sm">
      {balances.map(({ name, level, before, remaining, source }) => (
        <div
          key={`${name} ${level} ${source}`}
          className="flex min-w-0 justify-between gap-3"
          title={source}
        >
          <dt className="text-muted-foreground">
            {level === 'family' ? `Family ${name}` : capitalized(name)} left
          </dt>
          <dd className="whitespace-nowrap tabular-nums">
            {money(before)} → {money(remaining)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
