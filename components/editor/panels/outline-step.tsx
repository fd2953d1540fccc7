'use client'

import {
  ArrowDownIcon,
  ArrowUpIcon,
  CircleAlertIcon,
  CopyPlusIcon,
  PlugIcon,
  Trash2Icon,
  TriangleAlertIcon,
  type LucideIcon,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import type { Group, Step } from '#lib/domain/workflow/definition'
import { toneOf } from '../canvas/category-tone.ts'
import { pasteSteps, takenSteps } from '../commands/paste-steps.ts'
import { removeSteps } from '../commands/remove-steps.ts'
import { toneOfGroup } from '../groups/group-look.ts'
import type { ProblemCount } from '../model/problems-by-step.ts'
import { DropMark, StepGrip, useRowDrop } from '../moving/row-drop.tsx'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'

type Props = {
  step: Step
  /** When it runs, in words. */
  place: string
  /** It runs when another step fails. */
  isHandler: boolean
  /** How many loops it is in. */
  depth: number
  group: Group | undefined
  count: ProblemCount | undefined
  /** Its place among all steps: those far away are not in the page. */
  position: { at: number; of: number }
  onConnectRequest(stepId: string): void
  /** Moves the step to the next place of the list, up or down. */
  onMove(stepId: string, by: 1 | -1): void
}

/** One line of the outline: the step, which Enter opens, and what can be done with it. */
export function OutlineStep(props: Props) {
  const { step, place, isHandler, depth, group, count, position, onConnectRequest, onMove } = props
  const chosen = useEditor((state) => state.selection.includes(step.id))
  const { mark, ...drop } = useRowDrop(step, isHandler)
  return (
    <div
      {...drop}
      role="listitem"
      aria-setsize={position.of}
      aria-posinset={position.at}
      className={cn(
        'relative flex flex-wrap items-center gap-1 rounded-lg border bg-card p-1.5',
        isHandler && 'border-dashed border-destructive/60',
        chosen && 'border-primary ring-1 ring-primary/40',
        // The place in words lies over the next row.
        mark && 'z-10',
      )}
      style={{ marginLeft: `${(depth + Number(isHandler)) * 1.5}rem` }}
    >
      <div className="flex min-w-0 grow items-center">
        {isHandler ? null : <StepGrip id={step.id} />}
        <StepButton
          step={step}
          place={place}
          group={group}
          count={count}
          chosen={chosen}
          onMove={onMove}
        />
      </div>
      <StepActions step={step} onConnectRequest={onConnectRequest} onMove={onMove} />
      {mark ? <DropMark step={step} place={mark} /> : null}
    </div>
  )
}

const stepButtonClass = cn(
  'flex min-h-10 min-w-0 grow items-center gap-2.5 rounded px-1.5 text-left',
  'outline-none focus-visible:ring-2 focus-visible:ring-ring',
)

type ButtonProps = Pick<Props, 'step' | 'place' | 'group' | 'count' | 'onMove'> & {
  chosen: boolean
}

function StepButton({ step, place, group, count, chosen, onMove }: ButtonProps) {
  const store = useEditorStore()
  const type = useEditor((state) => state.types.get(step.type))
  const tone = toneOf(type?.category ?? '')
  return (
    <button
      type="button"
      data-row={step.id}
      aria-pressed={chosen}
      onClick={() => store.getState().select([step.id])}
      aria-keyshortcuts="Enter Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={(event) => {
        const act = actOf(event)
        if (!act) return
        event.preventDefault()
        if (act === 'open') store.getState().focusOn(step.id, 'title')
        else onMove(step.id, act)
      }}
      className={stepButtonClass}
    >
      <span className={`grid size-8 shrink-0 place-items-center rounded-md ${tone}`}>
        <StepIcon name={type?.icon} className="size-4" />
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate text-sm font-medium">{step.title || step.id}</span>
        <span className="block truncate text-xs text-muted-foreground">
          {type?.title ?? step.type}, {place}
        </span>
      </span>
      {group ? (
        <span
          className={cn(
            'max-w-40 shrink-0 truncate rounded-full px-2 py-0.5 text-[11px] font-medium',
            toneOfGroup(group.colour).head,
          )}
        >
          <span className="sr-only">Group </span>
          {group.name}
        </span>
      ) : null}
      {type?.screen && step.priority ? (
        <span className="shrink-0 rounded-full border px-1.5 text-[11px] text-muted-foreground">
          Priority {step.priority}
        </span>
      ) : null}
      {count ? <ProblemBadge count={count} /> : null}
    </button>
  )
}

/** What a key does on a step: opens it, or moves it up or down. */
function actOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 'open' | 1 | -1 | undefined {
  if (key === 'Enter' && !altKey) return 'open'
  if (!altKey || ctrlKey || metaKey) return undefined
  if (key === 'ArrowDown') return 1
  return key === 'ArrowUp' ? -1 : undefined
}

function ProblemBadge({ count: { errors, warnings } }: { count: ProblemCount }) {
  const Icon = errors > 0 ? CircleAlertIcon : TriangleAlertIcon
  const tone = errors > 0 ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'
  const total = errors + warnings
  return (
    <span className={`flex shrink-0 items-center gap-1 text-xs font-semibold ${tone}`}>
      <Icon aria-hidden className="size-4" />
      {total}
      <span className="sr-only">{total === 1 ? ' problem' : ' problems'}</span>
    </span>
  )
}

type ActionsProps = Pick<Props, 'step' | 'onConnectRequest' | 'onMove'>

function StepActions({ step, onConnectRequest, onMove }: ActionsProps) {
  const store = useEditorStore()
  const canEdit = useEditor((state) => state.readOnly === undefined)
  if (!canEdit) return null
  const title = step.title || step.id
  const { run } = store.getState()
  const duplicate = () => {
    const { definition } = store.getState()
    const { steps, groups } = takenSteps(definition, [step.id])
    run(pasteSteps(steps, { groups, keepOutside: true }))
  }
  return (
    <span className="flex shrink-0">
      <Action
        icon={PlugIcon}
        label={`Connect ${title}`}
        title="Connect…"
        onClick={() => onConnectRequest(step.id)}
      />
      <Action
        icon={ArrowUpIcon}
        label={`Move ${title} up`}
        title="Move up (Alt+↑)"
        onClick={() => onMove(step.id, -1)}
      />
      <Action
        icon={ArrowDownIcon}
        label={`Move ${title} down`}
        title="Move down (Alt+↓)"
        onClick={() => onMove(step.id, 1)}
      />
      <Action
        icon={CopyPlusIcon}
        label={`Duplicate ${title}`}
        title="Duplicate"
        onClick={duplicate}
      />
      <Action
        icon={Trash2Icon}
        label={`Delete ${title}`}
        title="Delete"
        onClick={() => run(removeSteps([step.id]))}
      />
    </span>
  )
}

type ActionProps = { icon: LucideIcon; label: string; title: string; onClick(): void }

function Action({ icon: Icon, label, title, onClick }: ActionProps) {
  return (
    <Button
      type="button"
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </Button>
  )
}
