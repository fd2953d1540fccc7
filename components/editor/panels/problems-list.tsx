'use client'

import { CircleAlertIcon, CircleCheckIcon, TriangleAlertIcon } from 'lucide-react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'

/** What is wrong with the draft; each entry leads to its place. */
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
        const Icon = problem.severity === 'error' ? CircleAlertIcon : TriangleAlertIcon
        return (
          <li key={index}>
            <button
              type="button"
              onClick={() => onJump(problem)}
              className="flex w-full items-start gap-2 px-3 py-2 text-left text-sm outline-none hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
            >
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 ${problem.severity === 'error' ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'}`}
              />
              <span>
                <span className="sr-only">
                  {problem.severity === 'error' ? 'Error: ' : 'Warning: '}
                </span>
                {problem.message}
                <span className="block text-xs text-muted-foreground">
                  {[
                    problem.stepId ? titleOf(definition, problem.stepId) : 'Workflow',
                    fieldTitle(problem, definition, types),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
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
