import { FunnelXIcon, ListFilterIcon, XIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { formatTime } from '#components/shared/display/format'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import type { InboxFilters as Filters } from '#lib/domain/run/inbox-filters'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { ColumnsMenu } from '../views/columns-menu.tsx'
import { isPlainAssignee, type PlainAssignee } from './plain-assignee.ts'
import type { InboxFiltersState } from './use-inbox-filters.ts'

const assignees: Record<PlainAssignee, string> = {
  any: 'All',
  me: 'Mine',
  nobody: 'Nobody’s',
  others: 'Others’',
}

type Props = {
  search: RefObject<HTMLElement | null>
  state: InboxFiltersState
  items: readonly InboxItem[]
  workflows: { slug: string; name: string }[]
}

/** The steps of the shown screens by the title of one of them. */
const stepsOf = (items: readonly InboxItem[]): [id: string, title: string][] => [
  ...new Map(items.map(({ stepId, title }) => [stepId, title])),
]

function StepFilter({ state: { filters, change }, items }: Pick<Props, 'state' | 'items'>) {
  const steps = stepsOf(items)
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

function DueFilter({ state: { filters, change } }: Pick<Props, 'state'>) {
  return (
    <SelectFilter label="Due" value={filters.due ?? ''} onChange={(due) => change({ due })}>
      <option value="">Any time</option>
      <option value="overdue">Overdue</option>
      <option value="today">Today</option>
      <option value="week">This week</option>
      <option value="none">No date</option>
    </SelectFilter>
  )
}

/** The filters that people need less often; a count says that some of them narrow the list. */
function MoreFilters({ state, items }: Pick<Props, 'state' | 'items'>) {
  const { filters, change } = state
  const { minPriority, followUp, step, patient } = filters
  const isUsual = minPriority === undefined || minPriority === 1
  const set = [minPriority, followUp, step, patient].filter((value) => value !== undefined)
  const count = set.length
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline">
          <ListFilterIcon aria-hidden /> More filters
          {count > 0 ? <Badge variant="secondary">{count}</Badge> : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        collisionPadding={16}
        className="grid w-64 gap-4 p-4"
        aria-label="More filters"
      >
        <PatientFilter
          className="basis-auto"
          value={patient ?? ''}
          onChange={(id) => change({ patient: id })}
        />
        <StepFilter state={state} items={items} />
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
      </PopoverContent>
    </Popover>
  )
}

/** When the shown screens opened. */
function openedWords({ openedFrom, openedBefore }: Filters): string {
  const from = openedFrom ? ` from ${formatTime(openedFrom)}` : ''
  return `Opened${from}${openedBefore ? ` before ${formatTime(openedBefore)}` : ''}`
}

/** What other pages lead here with: one person, a group, an age. */
function Chips({ state: { filters, change }, items }: Pick<Props, 'state' | 'items'>) {
  const { assignee, group, openedFrom, openedBefore } = filters
  const person = isPlainAssignee(assignee ?? 'any') ? undefined : assignee
  const name = items.find(({ claim }) => claim?.userId === person)?.claim?.name
  const chips = [
    ...(person ? [{ label: `With ${name ?? 'one person'}`, off: { assignee: '' } }] : []),
    ...(group ? [{ label: 'Of one group', off: { group: '' } }] : []),
    ...(openedFrom || openedBefore
      ? [{ label: openedWords(filters), off: { openedFrom: '', openedBefore: '' } }]
      : []),
  ]
  return chips.map(({ label, off }) => (
    <Button key={label} variant="secondary" size="sm" onClick={() => change(off)}>
      {label}
      <XIcon aria-label="Remove this filter" />
    </Button>
  ))
}

/** What the inbox can be narrowed to; it stands in the address. */
export function InboxFilters({ search, state, items, workflows }: Props) {
  const { filters, change, isFiltered, clear } = state
  const whose = filters.assignee ?? 'any'
  return (
    <search className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2" ref={search}>
      <div className="max-sm:col-span-2">
        <Segmented<PlainAssignee>
          label="Whose screens"
          value={isPlainAssignee(whose) ? whose : 'any'}
          options={assignees}
          onChange={(value) => change({ assignee: value === 'any' ? '' : value })}
        />
      </div>
      <SearchFilter
        className="basis-32 max-sm:col-span-2"
        label="Search in the cases"
        placeholder="Patient, reference or screen"
        value={filters.q ?? ''}
        onChange={(text) => change({ q: text.trim() })}
      />
      <SelectFilter
        label="Workflow"
        // A long name shrinks, so that what stands behind it stays in the line.
        className="sm:max-w-56 sm:flex-1 sm:basis-28"
        value={filters.workflow ?? ''}
        onChange={(slug) => change({ workflow: slug, step: '' })}
      >
        <option value="">All</option>
        {workflows.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectFilter>
      <DueFilter state={state} />
      <MoreFilters state={state} items={items} />
      <ColumnsMenu state={state} />
      <Chips state={state} items={items} />
      {isFiltered ? (
        <Button variant="ghost" size="icon" aria-label="Show all" title="Show all" onClick={clear}>
          <FunnelXIcon aria-hidden />
        </Button>
      ) : null}
    </search>
  )
}
