'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { TaskStatusBadge } from '#components/shared/display/status'
import { queryOf } from '#components/shared/loading/queries'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'
import { Segmented } from '#components/ui/input/segmented'
import { getTaskContract } from '#lib/contracts/runs/tasks'
import type { Step } from '#lib/domain/workflow/definition'
import { shownStatus } from '#lib/domain/run/was-given'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { stepFieldName } from '../changes/field-names.ts'
import { useEditor } from '../store-context.ts'
import { useValueTarget } from './insert-target.ts'
import { ItemChoice } from './item-choice.tsx'
import { answeredHow, rootsBefore, whyUnknown } from './roots-before.ts'
import type { SeenTask } from './seen-run.ts'
import { StepAside } from './step-aside.tsx'
import type { ChosenData } from './use-chosen-data.ts'
import type { StepData } from './use-step-data.ts'
import { ValueTree } from './value-tree.tsx'
import type { ValueRoot } from './value-rows.ts'

type Props = { data: ChosenData; stepData: StepData; step: Step | undefined }

/** What is before the selected step, and what the step was given and gave, in the chosen run. */
export function DataPanel({ data, stepData, step }: Props) {
  if (!step)
    return (
      <p className="p-3 text-sm text-muted-foreground">
        Select a step to see what it was given and what it gave.
      </p>
    )
  return (
    <div className="@container h-full min-h-0">
      <div className="grid h-full min-h-0 @md:grid-cols-2 @md:divide-x">
        <BeforeStep data={data} stepData={stepData} step={step} />
        <OfStep key={step.id} data={data} stepData={stepData} step={step} />
      </div>
    </div>
  )
}

type PartProps = Omit<Props, 'step'> & { step: Step }

const partClass = 'flex min-h-0 min-w-0 flex-col'
const headClass = 'flex min-h-10 flex-wrap items-center gap-2 px-3 pt-1.5'
const scrollClass = 'min-h-0 flex-1 overflow-y-auto px-2 pb-2'

function BeforeStep({ data, stepData, step }: PartProps) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const [search, setSearch] = useState('')
  const target = useValueTarget()
  const hasRun = data.seen !== undefined
  const roots = useMemo(
    () => rootsBefore(definition, types, step.id, stepData, hasRun),
    [definition, types, step.id, stepData, hasRun],
  )
  return (
    <section aria-label="Before this step" className={partClass}>
      <div className={headClass}>
        <h3 className="text-sm font-semibold">Before this step</h3>
        <Input
          type="search"
          aria-label="Search values"
          placeholder="Search values…"
          autoComplete="off"
          className="h-7 min-w-24 flex-1 text-[13px]"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <ItemChoice data={data} places={stepData.places} />
      <div className={scrollClass}>
        <ValueTree label="Values before this step" roots={roots} search={search} />
      </div>
      <p className="border-t px-3 py-1 text-xs text-muted-foreground" role="status">
        {target
          ? `A click puts the value into “${target.label}”.`
          : 'Choose a field, then a value; or drag it.'}
      </p>
    </section>
  )
}

/** The output, read for this task alone when its run is too large for one answer. */
function useOutput(task: SeenTask | undefined): { output: unknown; isKnown: boolean } {
  const apart = useQuery({
    ...queryOf(getTaskContract, { params: { taskId: task?.id ?? '' } }),
    enabled: task?.outputTruncated === true && task.answered === undefined,
    staleTime: 30_000,
  })
  if (task?.answered && task.outputTruncated) return { output: undefined, isKnown: false }
  if (task?.outputTruncated) return { output: apart.data?.output, isKnown: apart.isSuccess }
  return { output: task?.output, isKnown: task?.status === 'completed' }
}

const sides = { given: 'Given', gave: 'Gave' }

type OtherProps = { task: SeenTask | undefined; schema: unknown }

/** Says that a recorded answer belongs to something else than the draft would ask or send. */
function OtherQuestion({ task, schema }: OtherProps) {
  const { askedOther = [] } = task ?? {}
  if (askedOther.length === 0) return null
  const names = askedOther.map((path) => stepFieldName(`config.${path}`, schema))
  return (
    <p className="px-3 pt-1 text-xs text-muted-foreground">
      In the run this was otherwise: {[...new Set(names)].join(', ')}. The answer is the one that it
      got then.
    </p>
  )
}

function OfStep({ data, stepData: { task }, step }: PartProps) {
  const type = useEditor((state) => state.types.get(step.type))
  const [side, setSide] = useState<keyof typeof sides>('gave')
  const { output, isKnown } = useOutput(task)
  const why = whyUnknown(task, data.seen !== undefined)
  const how = task && answeredHow(task)
  // The mark of the next try says the same.
  const isMarked =
    (how === 'pinned' && step.id in data.trying.pins) ||
    (how === 'disabled' && data.trying.disabled.includes(step.id))
  const hasInput = task !== undefined && !task.outputTruncated && task.input !== null
  const given: ValueRoot = {
    path: undefined,
    label: 'Settings',
    ...(type ? { schema: type.configSchema } : {}),
    ...(hasInput ? { value: task.input } : { why }),
  }
  const gave: ValueRoot = {
    path: undefined,
    label: 'Output',
    schema: outputSchemaOf(step, type),
    ...(isKnown ? { value: output } : { why }),
  }
  return (
    <section aria-label="This step" className={cn(partClass, '@max-md:border-t')}>
      <div className={headClass}>
        <Segmented label="What of this step" value={side} options={sides} onChange={setSide} />
        {task ? <TaskStatusBadge status={shownStatus(task)} /> : null}
        {how !== undefined && !isMarked ? (
          <span className="text-xs text-muted-foreground">{how}</span>
        ) : null}
        {task?.via ? <span className="text-xs text-muted-foreground">by {task.via}</span> : null}
        <StepAside step={step} />
      </div>
      {task?.error ? (
        <p className="px-3 pt-1 text-sm text-destructive">{task.error.message}</p>
      ) : null}
      <OtherQuestion task={task} schema={type?.configSchema} />
      <div className={scrollClass}>
        <ValueTree
          key={side}
          label={side === 'given' ? 'What the step was given' : 'What the step gave'}
          roots={[side === 'given' ? given : gave]}
          openTo={2}
        />
      </div>
    </section>
  )
}
