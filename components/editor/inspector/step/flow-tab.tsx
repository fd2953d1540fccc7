'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/button'
import type { Step } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { disconnect } from '../../commands/connect.ts'
import { titleOf } from '../../commands/command.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { FailureSettings } from './failure-settings.tsx'
import { RetrySettings } from './retry-settings.tsx'

type Props = {
  step: Step
  type: StepTypeInfo | undefined
  problems: Problem[]
  onConnectRequest(stepId: string): void
}

/** When a step runs, and what happens when it fails. */
export function FlowTab({ step, type, problems, onConnectRequest }: Props) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const followers = definition.steps.flatMap((other) =>
    other.after
      .filter((edge) => edge.step === step.id)
      .map((edge) => ({ id: other.id, via: edge.via })),
  )
  const loop = innermostLoops(bodiesOf(definition.steps)).get(step.id)
  const faults = problems.filter(
    (problem) =>
      problem.path !== undefined && !/^(config|before_complete|priority)/.test(problem.path),
  )
  const line = (key: string, text: string, label: string, cut: () => void) => (
    <li
      key={key}
      className="flex items-center gap-2 rounded-md border bg-card py-0.5 pr-0.5 pl-2.5 text-sm"
    >
      <span className="min-w-0 grow truncate">{text}</span>
      <Button type="button" variant="ghost" size="icon-sm" aria-label={label} onClick={cut}>
        <XIcon aria-hidden />
      </Button>
    </li>
  )
  return (
    <div className="space-y-5">
      {faults.length > 0 ? (
        <ul className="space-y-1 text-sm text-destructive">
          {faults.map((fault) => (
            <li key={fault.message}>{fault.message}</li>
          ))}
        </ul>
      ) : null}
      <section aria-label="Runs after" className="space-y-1.5">
        <h3 className="text-sm font-semibold">Runs after</h3>
        {step.after.length === 0 ? (
          <p className="text-sm text-muted-foreground">The start of the workflow.</p>
        ) : null}
        <ul className="space-y-1">
          {step.after.map((edge) =>
            line(
              `${edge.step}:${edge.via}`,
              `${titleOf(definition, edge.step)}${edge.via ? `, branch ${edge.via}` : ''}`,
              `Do not run after ${titleOf(definition, edge.step)}${edge.via ? `, branch ${edge.via}` : ''}`,
              () =>
                store.getState().run(disconnect([{ from: edge.step, to: step.id, via: edge.via }])),
            ),
          )}
        </ul>
        <h3 className="pt-2 text-sm font-semibold">Followed by</h3>
        {followers.length === 0 ? (
          <p className="text-sm text-muted-foreground">
            {loop
              ? `Nothing: here ends what ${titleOf(definition, loop)} repeats; its output goes into the results.`
              : 'Nothing: the workflow ends here.'}
          </p>
        ) : null}
        <ul className="space-y-1">
          {followers.map(({ id, via }) =>
            line(
              `${id}:${via}`,
              `${titleOf(definition, id)}${via ? `, branch ${via}` : ''}`,
              `Remove the connection to ${titleOf(definition, id)}`,
              () => store.getState().run(disconnect([{ from: step.id, to: id, via }])),
            ),
          )}
        </ul>
        <Button type="button" variant="outline" size="sm" onClick={() => onConnectRequest(step.id)}>
          <PlusIcon aria-hidden /> Connect…
        </Button>
      </section>
      <FailureSettings step={step} />
      <RetrySettings step={step} type={type} />
    </div>
  )
}
