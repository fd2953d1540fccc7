'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import type { ViewSettings } from '#lib/domain/run/inbox-view'
import {
  inboxSorts,
  usualDirection,
  type InboxSort,
  type SortDirection,
  addressOfView,
  filtersOfTexts,
  filterNames,
  inboxColumns,
  type InboxColumn,
} from '#lib/domain/run/inbox-words'

type FilterName = (typeof filterNames)[number]
type InboxChange = Partial<Record<FilterName | 'sort' | 'direction', string>>

const isSort = (text: string): text is InboxSort => inboxSorts.some((sort) => sort === text)
const isColumn = (text: string): text is InboxColumn =>
  inboxColumns.some((column) => column === text)

const names = [...filterNames, 'sort', 'direction', 'hidden', 'view'] as const
const nothing = Object.fromEntries(names.map((name) => [name, '']))

/** What the inbox shows, in which order and with which columns; all of it stands in the address. */
export function useInboxFilters() {
  const { filters: texts, change } = useUrlFilters(names)
  const { sort: sortText, direction: directionText, hidden: hiddenText, view, ...rest } = texts
  const filters = filtersOfTexts(rest)
  const sort: InboxSort = isSort(sortText) ? sortText : 'priority'
  const isDirection = directionText === 'asc' || directionText === 'desc'
  const direction: SortDirection = isDirection ? directionText : usualDirection(sort)
  const isSorted = sort !== 'priority' || direction !== usualDirection(sort)
  const hidden = hiddenText.split(',').filter(isColumn)
  /** The same sort again turns it round. */
  const sortBy = (next: InboxSort): void => {
    const turned = direction === 'asc' ? 'desc' : 'asc'
    const wanted = next === sort ? turned : usualDirection(next)
    change({
      sort: next === 'priority' ? '' : next,
      direction: wanted === usualDirection(next) ? '' : wanted,
    })
  }
  const settings: ViewSettings = {
    filters,
    ...(isSorted ? { sort, direction } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
  }
  return {
    filters,
    sort,
    direction,
    isSorted,
    hidden,
    /** The id of the chosen view; empty: none. */
    view,
    /** What a view of this would save. */
    settings,
    isFiltered: Object.keys(filters).length > 0,
    change: change as (next: InboxChange) => void,
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, '']))),
    sortBy,
    hide: (columns: readonly InboxColumn[]) => change({ hidden: columns.join(',') }),
    /** Shows a view; undefined: everything, as usual. */
    showView: (chosen: { id: string; settings: ViewSettings } | undefined) =>
      change({ ...nothing, ...(chosen && addressOfView(chosen)) }),
  }
}
export type InboxFiltersState = ReturnType<typeof useInboxFilters>
