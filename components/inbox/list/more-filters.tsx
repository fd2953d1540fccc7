'use client'

import { ListFilterIcon } from 'lucide-react'
import { FilterCount } from '#components/shared/fields/filter-count'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import type { InboxFiltersState } from './use-inbox-filters.ts'
import { DueFilter, WorkflowFilter } from './usual-filters.tsx'

type Props = Pick<InboxFiltersState, 'filters' | 'change'> & {
  /** The steps of the shown screens, each with a title. */
  steps: [id: string, title: string][]
  workflows: { slug: string; name: string }[]
}

function StepFilter({ filters, steps, change }: Omit<Props, 'workflows'>) {
  const { step, workflow } = filters
  if (!step && (!workflow || steps.length < 2)) return null
  const isKnown = step === undefined || steps.some(([id]) => id === step)
  return (
    <SelectFilter label="Step" value={step ?? ''} onChange={(id) => change({ step: id })}>
      <option value="">All</option>
      {isKnown ? null : <option value={step}>{step}</option>}
      {steps.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectFilter>
  )
}

const countOf = (values: unknown[]): number => values.filter((value) => value !== undefined).length

/** A phone shows the cases first: there, workflow and due date are among the other filters. */
const isPhone = (): boolean => matchMedia('(max-width: 639px)').matches

/** They are drawn when they open: only a browser knows what is a phone. */
function Fields({ filters, change, steps, workflows }: Props) {
  const { minPriority, followUp, patient } = filters
  const isUsual = minPriority === undefined || minPriority === 1
  return (
    <>
      {isPhone() ? (
        <>
          <WorkflowFilter filters={filters} change={change} workflows={workflows} />
          <DueFilter filters={filters} change={change} />
        </>
      ) : null}
      <PatientFilter
        className="basis-auto"
        value={patient ?? ''}
        onChange={(id) => change({ patient: id })}
      />
      <StepFilter filters={filters} steps={steps} change={change} />
      <SelectFilter
        label="Follow-up"
        value={followUp ?? ''}
        onChange={(value) => change({ followUp: value })}
      >
        <option value="">All</option>
        <option value="now">Look again now</option>
        <option value="later">Put off</option>
        <option value="none">None</option>
      </SelectFilter>
      <SelectFilter
        label="Priority"
        value={minPriority === undefined ? '' : String(minPriority)}
        onChange={(value) => change({ minPriority: value })}
      >
        <option value="">All</option>
        <option value="1">Raised</option>
        {isUsual ? null : <option value={minPriority}>{minPriority} and more</option>}
      </SelectFilter>
    </>
  )
}

/** The filters that people need less often; a count says that some of them narrow the list. */
export function MoreFilters(props: Props) {
  const { minPriority, followUp, step, patient, workflow, due } = props.filters
  const count = countOf([minPriority, followUp, step, patient])
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline">
          <ListFilterIcon aria-hidden /> More filters
          <FilterCount count={count} className="max-sm:hidden" />
          <FilterCount count={count + countOf([workflow, due])} className="sm:hidden" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        collisionPadding={16}
        className="grid w-64 gap-4 p-4"
        aria-label="More filters"
      >
        <Fields {...props} />
      </PopoverContent>
    </Popover>
  )
}
