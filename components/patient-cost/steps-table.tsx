import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { PatientCostStep } from '#lib/domain/patient-cost/answer'
import { money } from './money.ts'

/** Every step in words and numbers, with the source of its value. */
export function StepsTable({ steps, label }: { steps: PatientCostStep[]; label: string }) {
  return (
    <Table label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>Step</TableHead>
          <TableHead className="text-right">Before</TableHead>
          <TableHead className="text-right">Amount</TableHead>
          <TableHead className="text-right">After</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {steps.map((step, index) => (
          <TableRow key={index}>
            <TableCell className="min-w-64">
              {step.description}
              {step.source ? (
                <span className="block text-xs text-muted-foreground">{step.source}</span>
              ) : null}
            </TableCell>
            <TableCell className="text-right text-muted-foreground tabular-nums">
              {money(step.before)}
            </TableCell>
            <TableCell className="text-right font-medium tabular-nums">
              {money(step.amount)}
            </TableCell>
            <TableCell className="text-right text-muted-foreground tabular-nums">
              {money(step.after)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
