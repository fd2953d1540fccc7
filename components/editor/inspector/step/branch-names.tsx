'use client'

import { Input } from '#components/ui/input/input'
import { Labelled } from '#components/shared/fields/labelled'
import type { Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { changeStep } from '../../commands/change-step.ts'
import { useEditorStore } from '../../store-context.ts'

/** The branches of a type that people decide by; those of a loop have their own meaning. */
const named = new Set(['true', 'false'])

const examples: Record<string, string> = { true: 'Approved', false: 'Denied' }
const questions: Record<string, string> = { true: 'When it holds', false: 'When it does not hold' }

type Props = { step: Step; type: StepTypeInfo }

/** Names for the ways of a condition, which the drawing and the pages of runs show. */
export function BranchNames({ step, type }: Props) {
  const store = useEditorStore()
  const { branches } = type
  const names =
    branches && 'fixed' in branches ? branches.fixed.filter((one) => named.has(one)) : []
  if (names.length === 0) return null
  const change = (name: string, label: string) => {
    const { [name]: _old, ...others } = step.branchLabels ?? {}
    const labels = label.trim() === '' ? others : { ...others, [name]: label.trimStart() }
    const branchLabels = Object.keys(labels).length > 0 ? labels : undefined
    store
      .getState()
      .run(changeStep(step.id, { branchLabels }), { coalesce: `labels:${step.id}:${name}` })
  }
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Names of the branches</legend>
      <div className="grid grid-cols-2 gap-2">
        {names.map((name) => (
          <Labelled key={name} id={`branchLabels_${name}`} label={questions[name] ?? name}>
            <Input
              id={`branchLabels_${name}`}
              maxLength={60}
              placeholder={`Like ${examples[name] ?? name}`}
              value={step.branchLabels?.[name] ?? ''}
              onChange={({ target }) => change(name, target.value)}
            />
          </Labelled>
        ))}
      </div>
    </fieldset>
  )
}
