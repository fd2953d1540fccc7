import { XIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { formatTime } from '#components/shared/display/format'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { ShowAll } from '#components/shared/fields/show-all'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import type { InboxFilters as Filters } from '#lib/domain/run/inbox-filters'
import type { InboxSort } from '#lib/domain/run/inbox-words'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { ColumnsMenu, MoreFilters } from './menus-at-touch.tsx'
import { isPlainAssignee, type PlainAssignee } from './plain-assignee.ts'
import type { InboxFiltersState } from './use-inbox-filters.ts'
import { DueFilter, WorkflowFilter } from './usual-filters.tsx'

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
  groups: { id: string; name: string }[]
  canReadMembers: boolean
}

/** The steps of the shown screens by the title of one of them. */
const stepsOf = (items: readonly InboxItem[]): [id: string, title: string][] => [
  ...new Map(items.map(({ stepId, title }) => [stepId, title])),
]

const sorts: Record<InboxSort, string> = {
  priority: 'Priority',
  due: 'Due date',
  opened: 'Waiting',
  case: 'Case',
}

/** How a phone sorts, where the heads of the columns are not shown. */
function PhoneSort({ state: { sort, change } }: Pick<Props, 'state'>) {
  return (
    <SelectFilter
      label="Sorted by"
      className="sm:hidden"
      value={sort}
      onChange={(value) => change({ sort: value === 'priority' ? '' : value, direction: '' })}
    >
      {Object.entries(sorts).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </SelectFilter>
  )
}

/** When the shown screens opened. */
function openedWords({ openedFrom, openedBefore }: Filters): string {
  const from = openedFrom ? ` from ${formatTime(openedFrom)}` : ''
  return `Opened${from}${openedBefore ? ` before ${formatTime(openedBefore)}` : ''}`
}

/** What has no field in sight: one person, a group, an age. */
function Chips({ state, items, groups }: Pick<Props, 'state' | 'items' | 'groups'>) {
  const { filters, change } = state
  const { assignee, group, openedFrom, openedBefore } = filters
  const person = isPlainAssignee(assignee ?? 'any') ? undefined : assignee
  const name = items.find(({ claim }) => claim?.userId === person)?.claim?.name
  const groupName = groups.find(({ id }) => id === group)?.name
  const chips = [
    ...(person ? [{ label: `With ${name ?? 'one person'}`, off: { assignee: '' } }] : []),
    ...(group ? [{ label: `Of ${groupName ?? 'one group'}`, off: { group: '' } }] : []),
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
export function InboxFilters({ search, state, items, workflows, ...others }: Props) {
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
        className="max-sm:col-span-2 sm:basis-60 xl:basis-32"
        label="Search in the cases"
        placeholder="Patient, reference or screen"
        value={filters.q ?? ''}
        onChange={(text) => change({ q: text.trim() })}
      />
      <WorkflowFilter
        filters={filters}
        change={change}
        workflows={workflows}
        // A long name shrinks, so that what stands behind it stays in the line.
        className="max-sm:hidden sm:max-w-56 sm:flex-1 sm:basis-28"
      />
      <div className="max-sm:hidden">
        <DueFilter filters={filters} change={change} />
      </div>
      <div>
        <MoreFilters
          filters={filters}
          change={change}
          steps={stepsOf(items)}
          workflows={workflows}
          {...others}
        />
      </div>
      <PhoneSort state={state} />
      <div className="max-sm:hidden">
        <ColumnsMenu hidden={state.hidden} hide={state.hide} />
      </div>
      <Chips state={state} items={items} groups={others.groups} />
      {isFiltered ? <ShowAll onClick={clear} /> : null}
    </search>
  )
}
