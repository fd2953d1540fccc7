import { SelectFilter } from '#components/shared/fields/select-filter'
import type { InboxFiltersState } from './use-inbox-filters.ts'

type Props = Pick<InboxFiltersState, 'filters' | 'change'> & {
  workflows: { slug: string; name: string }[]
  className?: string
}

export function WorkflowFilter({ filters, change, workflows, className }: Props) {
  return (
    <SelectFilter
      label="Workflow"
      className={className}
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
  )
}

export function DueFilter({ filters, change }: Pick<Props, 'filters' | 'change'>) {
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
