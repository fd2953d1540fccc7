'use client'

import { CircleAlertIcon, CircleCheckIcon, TriangleAlertIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'

/** The problems of the draft; each entry leads to its place. */
export function ProblemsList({
  problems,
  onJump,
}: {
  problems: Problem[]
  onJump(problem: Problem): void
}) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 p-3 text-sm">
        <CircleCheckIcon aria-hidden className="size-4 text-emerald-600 dark:text-emerald-400" /> No
        problems.
      </p>
    )
  return (
    <ul aria-label="Problems" className="divide-y">
      {problems.map((problem, index) => {
        const step = problem.stepId ? titleOf(definition, problem.stepId) : 'Workflow'
        const place = [step, fieldTitle(problem, definition, types)].filter(Boolean).join(', ')
        return (
          <li key={index}>
            <ProblemButton problem={problem} place={place} onClick={() => onJump(problem)} />
          </li>
        )
      })}
    </ul>
  )
}

const buttonClass = cn(
  'flex w-full items-start gap-2 px-3 py-2 text-left text-sm outline-none hover:bg-accent',
  'focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
)

type ButtonProps = { problem: Problem; place: string; onClick(): void }

function ProblemButton({ problem: { severity, message }, place, onClick }: ButtonProps) {
  const isError = severity === 'error'
  const Icon = isError ? CircleAlertIcon : TriangleAlertIcon
  const tone = isError ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'
  return (
    <button type="button" onClick={onClick} className={buttonClass}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span>
        <span className="sr-only">{isError ? 'Error: ' : 'Warning: '}</span>
        {message}
        <span className="block text-xs text-muted-foreground">{place}</span>
      </span>
    </button>
  )
}

/** The field's name as the form shows it, where the problem is in the configuration. */
function fieldTitle(
  { stepId, path }: Problem,
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): string {
  const [part, field] = path?.split('.') ?? []
  if (part !== 'config' || field === undefined) return ''
  const type = types.get(definition.steps.find((step) => step.id === stepId)?.type ?? '')
  const properties = (type?.configSchema['properties'] ?? {}) as Record<string, { title?: string }>
  return properties[field]?.title ?? field
}
