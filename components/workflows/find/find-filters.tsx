import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { allOf } from '#components/shared/loading/all-of'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { listPoliciesContract } from '#lib/contracts/data/policies'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { TagFilter } from '../tags/tag-filter.tsx'

/** What stands in the address of the page. */
export const asked = [
  'text',
  'field',
  'stepType',
  'connection',
  'policy',
  'template',
  'workflow',
  'group',
  'tag',
] as const
export type Asked = Record<(typeof asked)[number], string>

type Props = {
  filters: Asked
  change(next: Partial<Asked>): void
  seesConnections: boolean
  seesPolicies: boolean
}
type Option = { value: string; title: string }

function Options({ any, options }: { any: string; options: Option[] }) {
  return (
    <>
      <option value="">{any}</option>
      {options.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </>
  )
}

/** What another page asked for; it has no field here and can only be left out. */
const given = {
  template: 'Template',
  workflow: 'Runs the workflow',
  group: 'For the group',
} as const

function Given({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const names = (Object.keys(given) as (keyof typeof given)[]).filter(
    (name) => filters[name] !== '',
  )
  return names.map((name) => (
    <Button
      key={name}
      variant="outline"
      className="self-end"
      onClick={() => change({ [name]: '' })}
    >
      {given[name]}: <span className="max-w-40 truncate font-normal">{filters[name]}</span>
      <XIcon aria-hidden /> <span className="sr-only">Leave out</span>
    </Button>
  ))
}

function StepTypes({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const types = useQuery({ ...queryOf(listStepTypesContract), staleTime: Infinity })
  const options = (types.data?.items ?? [])
    .map(({ type, title }) => ({ value: type, title }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
  return (
    <SelectFilter
      label="Step type"
      value={filters.stepType}
      onChange={(stepType) => change({ stepType })}
    >
      <Options any="Any" options={options} />
    </SelectFilter>
  )
}

function Connections({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const connections = useQuery(allOf(listConnectionsContract))
  const options = (connections.data ?? []).map(({ id, name }) => ({ value: id, title: name }))
  return (
    <SelectFilter
      label="Connection"
      value={filters.connection}
      onChange={(connection) => change({ connection })}
    >
      <Options any="Any" options={options} />
    </SelectFilter>
  )
}

function Policies({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const policies = useQuery(allOf(listPoliciesContract))
  const options = (policies.data ?? []).map(({ id, title }) => ({ value: id, title }))
  return (
    <SelectFilter label="Policy" value={filters.policy} onChange={(policy) => change({ policy })}>
      <Options any="Any" options={options} />
    </SelectFilter>
  )
}

/** What to look for: a text, and what the step must be or use. */
export function FindFilters({ seesConnections, seesPolicies, ...props }: Props) {
  const { filters, change } = props
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchFilter
        label="Text"
        placeholder="Words in titles, settings, forms, code"
        className="basis-72"
        value={filters.text}
        onChange={(text) => change({ text: text.trim() })}
      />
      <SearchFilter
        label="Field"
        placeholder="Field, such as Patient name"
        className="max-w-64"
        value={filters.field}
        onChange={(field) => change({ field: field.trim() })}
      />
      <StepTypes {...props} />
      {seesConnections ? <Connections {...props} /> : null}
      {seesPolicies ? <Policies {...props} /> : null}
      <TagFilter value={filters.tag} onChange={(tag) => change({ tag })} />
      <Given {...props} />
    </search>
  )
}
