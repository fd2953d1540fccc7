'use client'

import { humanName } from '#lib/domain/human-name'
import { DayFilter } from '#components/shared/fields/day-filter'
import { ListFilters } from '#components/shared/fields/list-filters'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { runStatusLabel } from '#components/shared/display/status'
import { runStatuses, runTriggers } from '#lib/domain/statuses'
import { FieldFilter } from './field-filter.tsx'
import { failing, filterNames, type Filters } from './filters.ts'

export type WorkflowChoice = { slug: string; name: string }

type Props = {
  filters: Filters
  workflows: WorkflowChoice[]
  change(next: Partial<Filters>): void
}

/** What the list of runs can be narrowed to. */
export function FilterBar({ filters, workflows, change }: Props) {
  const setOf = (name: keyof Filters) => (value: string) => change({ [name]: value })
  const { q, value: _value, ...others } = filters
  const count = Object.values(others).filter((text) => text !== '').length
  return (
    <ListFilters
      count={count}
      isFiltered={filterNames.some((name) => filters[name] !== '')}
      clear={() => change(Object.fromEntries(filterNames.map((name) => [name, ''])))}
      first={
        <SearchFilter
          label="Search in the start data"
          placeholder="Patient, reference or any start data"
          className="basis-80"
          value={q}
          onChange={setOf('q')}
        />
      }
    >
      <PatientFilter value={filters.patient} onChange={setOf('patient')} />
      <SelectFilter label="Workflow" value={filters.workflow} onChange={setOf('workflow')}>
        <option value="">All</option>
        {workflows.map((workflow) => (
          <option key={workflow.slug} value={workflow.slug}>
            {workflow.name}
          </option>
        ))}
      </SelectFilter>
      <SelectFilter label="Status" value={filters.status} onChange={setOf('status')}>
        <option value="">All</option>
        {runStatuses.map((status) => (
          <option key={status} value={status}>
            {runStatusLabel(status)}
          </option>
        ))}
        <option value={failing}>Failed, not retried</option>
      </SelectFilter>
      <SelectFilter label="Started by" value={filters.trigger} onChange={setOf('trigger')}>
        <option value="">Anything</option>
        {runTriggers.map((trigger) => (
          <option key={trigger} value={trigger}>
            {humanName(trigger)}
          </option>
        ))}
      </SelectFilter>
      <FieldFilter filters={filters} change={change} />
      <DayFilter label="From" value={filters.from} max={filters.to} onChange={setOf('from')} />
      <DayFilter label="To" value={filters.to} min={filters.from} onChange={setOf('to')} />
    </ListFilters>
  )
}
