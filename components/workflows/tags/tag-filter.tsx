'use client'

import { useQuery } from '@tanstack/react-query'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { queryOf } from '#components/shared/loading/queries'
import { listWorkflowTagsContract } from '#lib/contracts/workflows/workflows'

type Props = { value: string; onChange(tag: string): void }

/** Narrows a list of workflows to those with a tag; nothing while there are no tags. */
export function TagFilter({ value, onChange }: Props) {
  const tags = useQuery(queryOf(listWorkflowTagsContract))
  const items = tags.data?.items ?? []
  if (items.length === 0 && value === '') return null
  // One that nobody has any more may still stand in the address.
  const isKnown = value === '' || items.some(({ tag }) => tag === value)
  return (
    <SelectFilter label="Tag" value={value} onChange={onChange}>
      <option value="">Any</option>
      {isKnown ? null : <option value={value}>{value}</option>}
      {items.map(({ tag, workflows }) => (
        <option key={tag} value={tag}>
          {tag} ({workflows})
        </option>
      ))}
    </SelectFilter>
  )
}
