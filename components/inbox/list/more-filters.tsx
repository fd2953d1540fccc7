'use client'

import { useQuery } from '@tanstack/react-query'
import { ListFilterIcon } from 'lucide-react'
import { FilterCount } from '#components/shared/fields/filter-count'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { listMembersContract } from '#lib/contracts/organization/members'
import { allOf } from '#components/shared/loading/all-of'
import { isPlainAssignee } from './plain-assignee.ts'
import type { InboxFiltersState } from './use-inbox-filters.ts'
import { DueFilter, WorkflowFilter } from './usual-filters.tsx'

type Props = Pick<InboxFiltersState, 'filters' | 'change'> & {
  /** The steps of the shown screens, each with a title. */
  steps: [id: string, title: string][]
  workflows: { slug: string; name: string }[]
  groups: { id: string; name: string }[]
  /** Whether the person may read who the members are. */
  canReadMembers: boolean
}

function StepFilter({ filters, steps, change }: Pick<Props, 'filters' | 'steps' | 'change'>) {
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

/** A choice of something that has a name; one that is chosen but not known has none. */
function NamedFilter({ label, none, value, items, onChange }: NamedProps) {
  const isKnown = value === '' || items.some(({ id }) => id === value)
  return (
    <SelectFilter label={label} value={value} onChange={onChange}>
      <option value="">{none}</option>
      {isKnown ? null : <option value={value}>One that is not listed</option>}
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectFilter>
  )
}

type NamedProps = {
  label: string
  none: string
  value: string
  items: readonly { id: string; name: string }[]
  onChange(id: string): void
}

/** Whose work it is, by name; their own and nobody's have buttons of their own. */
function PersonFilter({ filters: { assignee }, change }: Pick<Props, 'filters' | 'change'>) {
  const members = useQuery(allOf(listMembersContract))
  return (
    <NamedFilter
      label="With"
      none="Anybody"
      value={isPlainAssignee(assignee ?? 'any') ? '' : (assignee ?? '')}
      items={members.data ?? []}
      onChange={(id) => change({ assignee: id })}
    />
  )
}

const countOf = (values: unknown[]): number => values.filter((value) => value !== undefined).length

/** A phone shows the cases first: there, workflow and due date are among the other filters. */
const isPhone = (): boolean => matchMedia('(max-width: 639px)').matches

/** They are drawn when they open: only a browser knows what is a phone. */
function Fields({ filters, change, steps, workflows, groups, canReadMembers }: Props) {
  const { minPriority, followUp, patient, group } = filters
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
      {groups.length > 0 || group ? (
        <NamedFilter
          label="Group"
          none="All"
          value={group ?? ''}
          items={groups}
          onChange={(id) => change({ group: id })}
        />
      ) : null}
      {canReadMembers ? <PersonFilter filters={filters} change={change} /> : null}
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
  const { minPriority, followUp, step, patient, workflow, due, group } = props.filters
  const count = countOf([minPriority, followUp, step, patient, group])
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
        className="grid max-h-(--radix-popover-content-available-height) w-64 gap-4 overflow-y-auto p-4"
        aria-label="More filters"
      >
        <Fields {...props} />
      </PopoverContent>
    </Popover>
  )
}
