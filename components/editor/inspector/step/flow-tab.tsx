'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { titleOf } from '../../commands/command.ts'
import { disconnect, type Connection } from '../../commands/connect.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { FailureSettings } from './failure-settings.tsx'
import { RetrySettings } from './retry-settings.tsx'
import { tabOf } from './tab-of.ts'

type Props = {
  step: Step
  type: StepTypeInfo | undefined
  problems: Problem[]
  onConnectRequest(stepId: string): void
}

/** When a step runs, and what happens when it fails. */
export function FlowTab({ step, type, problems, onConnectRequest }: Props) {
  const faults = problems.filter(({ path }) => path !== undefined && tabOf(path) === 'flow')
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
        <RunsAfter step={step} />
        <FollowedBy step={step} />
        <Button type="button" variant="outline" size="sm" onClick={() => onConnectRequest(step.id)}>
          <PlusIcon aria-hidden /> Connect…
        </Button>
      </section>
      <FailureSettings step={step} />
      <RetrySettings step={step} type={type} />
    </div>
  )
}

/** A step with the branch that leads from it: `Review, branch approved`. */
function withBranch(definition: Definition, stepId: string, via: string | undefined): string {
  const title = titleOf(definition, stepId)
  if (!via) return title
  const from = definition.steps.find(({ id }) => id === stepId)
  return `${title}, branch ${branchLabel(from, via)}`
}

function RunsAfter({ step }: { step: Step }) {
  const definition = useEditor((state) => state.definition)
  return (
    <>
      <h3 className="text-sm font-semibold">Runs after</h3>
      {step.after.length === 0 ? (
        <p className="text-sm text-muted-foreground">The start of the workflow.</p>
      ) : null}
      <ul className="space-y-1">
        {step.after.map((edge) => {
          const before = withBranch(definition, edge.step, edge.via)
          return (
            <ConnectionLine
              key={`${edge.step}:${edge.via}`}
              text={before}
              removeLabel={`Do not run after ${before}`}
              connection={{ from: edge.step, to: step.id, via: edge.via }}
            />
          )
        })}
      </ul>
    </>
  )
}

function FollowedBy({ step }: { step: Step }) {
  const definition = useEditor((state) => state.definition)
  const connections = definition.steps.flatMap((other) =>
    other.after
      .filter((edge) => edge.step === step.id)
      .map((edge) => ({ from: step.id, to: other.id, via: edge.via })),
  )
  return (
    <>
      <h3 className="pt-2 text-sm font-semibold">Followed by</h3>
      {connections.length === 0 ? (
        <p className="text-sm text-muted-foreground">{describeEnd(definition, step.id)}</p>
      ) : null}
      <ul className="space-y-1">
        {connections.map((connection) => (
          <ConnectionLine
            key={`${connection.to}:${connection.via}`}
            text={withBranch(definition, connection.to, connection.via)}
            removeLabel={`Remove the connection to ${titleOf(definition, connection.to)}`}
            connection={connection}
          />
        ))}
      </ul>
    </>
  )
}

/** What ends at a step without a following step: the body of a loop, or the workflow. */
function describeEnd(definition: Definition, stepId: string): string {
  const loop = innermostLoops(bodiesOf(definition.steps)).get(stepId)
  if (loop === undefined) return 'Nothing: the workflow ends here.'
  const title = titleOf(definition, loop)
  return `Nothing: here ends what ${title} repeats; its output goes into the results.`
}

type LineProps = { text: string; removeLabel: string; connection: Connection }

function ConnectionLine({ text, removeLabel, connection }: LineProps) {
  const store = useEditorStore()
  return (
    <li className="flex items-center gap-2 rounded-md border bg-card py-0.5 pr-0.5 pl-2.5 text-sm">
      <span className="min-w-0 grow truncate">{text}</span>
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        aria-label={removeLabel}
        onClick={() => store.getState().run(disconnect([connection]))}
      >
        <XIcon aria-hidden />
      </Button>
    </li>
  )
}
