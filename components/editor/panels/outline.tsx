'use client'

import {
  ArrowDownIcon,
  ArrowUpIcon,
  CircleAlertIcon,
  CopyPlusIcon,
  PlugIcon,
  PlusIcon,
  Trash2Icon,
  TriangleAlertIcon,
} from 'lucide-react'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { copySteps, pasteSteps, readSteps } from '../commands/paste-steps.ts'
import { removeSteps } from '../commands/remove-steps.ts'
import { reorderStep } from '../commands/reorder-step.ts'
import { titleOf } from '../commands/command.ts'
import { toneOf } from '../canvas/category-tone.ts'
import { readingOrder } from '../model/graph.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'

type Props = { problems: Problem[]; onConnectRequest(stepId: string): void; onAddRequest(): void }

/**
 * The workflow as a list, in the order in which it runs. It does everything the canvas does: add,
 * connect, reorder, configure, delete.
 */
export function Outline({ problems, onConnectRequest, onAddRequest }: Props) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const selection = useEditor((state) => state.selection)
  const types = useEditor((state) => state.types)
  const list = useRef<HTMLOListElement>(null)
  const steps = useMemo(() => readingOrder(definition), [definition])
  const counts = useMemo(() => problemsByStep(problems), [problems])
  const handlers = useMemo(
    () =>
      new Map(
        definition.steps.flatMap((step) =>
          step.on_failure ? [[step.on_failure.step, step.id] as const] : [],
        ),
      ),
    [definition],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const index = rows.indexOf(document.activeElement as HTMLElement)
    if (index < 0) return
    event.preventDefault()
    rows[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  const place = (step: Step): string => {
    const owner = handlers.get(step.id)
    if (owner) return `when ${titleOf(definition, owner)} fails`
    if (step.after.length === 0) return 'at the start'
    return `after ${step.after.map((edge) => `${titleOf(definition, edge.step)}${edge.via ? ` (${edge.via})` : ''}`).join(' and ')}`
  }

  return (
    <div role="region" aria-label="Outline" className="h-full overflow-y-auto p-4">
      <div className="mx-auto max-w-3xl space-y-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-sm font-semibold">
            {steps.length === 1 ? '1 step' : `${steps.length} steps`}
          </h2>
          <Button type="button" variant="outline" size="sm" onClick={onAddRequest}>
            <PlusIcon aria-hidden /> Add a step
          </Button>
        </div>
        {steps.length === 0 ? (
          <p className="rounded-lg border border-dashed p-6 text-center text-sm text-muted-foreground">
            Nothing here yet. Add the first step.
          </p>
        ) : null}
        <ol
          ref={list}
          aria-label="Steps in the order in which they run"
          className="space-y-1.5"
          onKeyDown={onKeyDown}
        >
          {steps.map((step) => {
            const type = types.get(step.type)
            const title = step.title || step.id
            const count = counts.get(step.id)
            const chosen = selection.includes(step.id)
            return (
              <li
                key={step.id}
                className={`flex flex-wrap items-center gap-1 rounded-lg border bg-card p-1.5 ${chosen ? 'border-primary ring-1 ring-primary/40' : ''} ${handlers.has(step.id) ? 'ml-8 border-dashed border-destructive/60' : ''}`}
              >
                <button
                  type="button"
                  data-row={step.id}
                  aria-pressed={chosen}
                  onClick={() => store.getState().select([step.id])}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') {
                      event.preventDefault()
                      store.getState().focusOn(step.id, 'title')
                    }
                  }}
                  className="flex min-h-10 min-w-0 grow items-center gap-2.5 rounded px-1.5 text-left outline-none focus-visible:ring-2 focus-visible:ring-ring"
                >
                  <span
                    className={`grid size-8 shrink-0 place-items-center rounded-md ${toneOf(type?.category ?? '')}`}
                  >
                    <StepIcon name={type?.icon} className="size-4" />
                  </span>
                  <span className="min-w-0 grow">
                    <span className="block truncate text-sm font-medium">{title}</span>
                    <span className="block truncate text-xs text-muted-foreground">
                      {type?.title ?? step.type}, {place(step)}
                    </span>
                  </span>
                  {type?.screen ? (
                    <span className="shrink-0 rounded-full border px-1.5 text-[11px] text-muted-foreground">
                      Priority {step.priority ?? 0}
                    </span>
                  ) : null}
                  {count ? (
                    <span
                      className={`flex shrink-0 items-center gap-1 text-xs font-semibold ${count.errors > 0 ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'}`}
                    >
                      {count.errors > 0 ? (
                        <CircleAlertIcon aria-hidden className="size-4" />
                      ) : (
                        <TriangleAlertIcon aria-hidden className="size-4" />
                      )}
                      {count.errors + count.warnings}
                      <span className="sr-only">
                        {count.errors + count.warnings === 1 ? ' problem' : ' problems'}
                      </span>
                    </span>
                  ) : null}
                </button>
                <span className="flex shrink-0">
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Connect ${title}`}
                    title="Connect…"
                    onClick={() => onConnectRequest(step.id)}
                  >
                    <PlugIcon aria-hidden />
                  </Button>
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Move ${title} up`}
                    title="Move up"
                    onClick={() => store.getState().run(reorderStep(step.id, -1))}
                  >
                    <ArrowUpIcon aria-hidden />
                  </Button>
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Move ${title} down`}
                    title="Move down"
                    onClick={() => store.getState().run(reorderStep(step.id, 1))}
                  >
                    <ArrowDownIcon aria-hidden />
                  </Button>
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Duplicate ${title}`}
                    title="Duplicate"
                    onClick={() =>
                      store.getState().run(
                        pasteSteps(readSteps(copySteps(definition, [step.id]) ?? '') ?? [], {
                          keepOutside: true,
                        }),
                      )
                    }
                  >
                    <CopyPlusIcon aria-hidden />
                  </Button>
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Delete ${title}`}
                    title="Delete"
                    onClick={() => store.getState().run(removeSteps([step.id]))}
                  >
                    <Trash2Icon aria-hidden />
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      </div>
    </div>
  )
}
