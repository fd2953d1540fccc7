'use client'

import { ListTreeIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import type { WorkflowTestStep } from '#lib/contracts/workflows/workflow-tests'
import { leavesOf } from '#lib/domain/back-test/leaves-of'
import { placeName } from '#lib/domain/back-test/place-name'
import { AddValue } from './add-value.tsx'
import { ofWords } from './of-words.ts'
import type { Expectations, ExpectedValue, ValueRow } from './use-expectations.ts'
import { ValueField } from './value-field.tsx'

/** As many as the API takes. */
const mostValues = 100

type RowProps = { value: ValueRow; step: WorkflowTestStep | undefined; form: Expectations }

/** The values of a list or an object, each of its own. */
function partsOf({ stepId, of, path, equals }: ExpectedValue): ExpectedValue[] {
  if (typeof equals !== 'object' || equals === null) return []
  return leavesOf(equals, mostValues + 1).map((leaf) => ({
    stepId,
    of,
    path: [path, leaf.path].filter((part) => part !== '').join('.'),
    equals: leaf.value as ExpectedValue['equals'],
  }))
}

function ValueOfStep({ value, step, form }: RowProps) {
  const { row, stepId, of, path, equals } = value
  const place = placeName(path)
  const label = `${place} of ${step?.title ?? stepId}`
  const parts = partsOf(value)
  const canPart = parts.length > 1 && form.values.length - 1 + parts.length <= mostValues
  return (
    <li className="space-y-2 px-3 py-2.5">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-sm wrap-anywhere">
          <span className="font-medium">{step?.title ?? stepId}</span>{' '}
          {ofWords(of, step?.effect ?? 'pure')}:{' '}
          <span className="text-muted-foreground">{place}</span>
        </p>
        {canPart ? (
          <Button type="button" variant="outline" size="sm" onClick={() => form.put(parts, row)}>
            <ListTreeIcon aria-hidden /> One by one
            <span className="sr-only">: {label}</span>
          </Button>
        ) : null}
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${label}`}
          onClick={() => form.remove(row)}
        >
          <XIcon aria-hidden />
        </Button>
      </div>
      <ValueField label={label} value={equals} onChange={(next) => form.setEquals(row, next)} />
    </li>
  )
}

type Props = { steps: WorkflowTestStep[]; form: Expectations }

/** What steps must give or send. */
export function Values({ steps, form }: Props) {
  const byId = new Map(steps.map((step) => [step.stepId, step]))
  return (
    <section aria-labelledby="test-values" className="space-y-2">
      <h3 id="test-values" className="text-sm font-semibold">
        Its values
      </h3>
      {form.values.length > 0 ? (
        <ul className="divide-y rounded-md border">
          {form.values.map((value) => (
            <ValueOfStep key={value.row} value={value} step={byId.get(value.stepId)} form={form} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">
          No value matters: only how it ends, and its way.
        </p>
      )}
      {form.values.length < mostValues ? <AddValue steps={steps} form={form} /> : null}
    </section>
  )
}
