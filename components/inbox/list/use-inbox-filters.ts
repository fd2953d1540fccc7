'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import type { ViewSettings } from '#lib/domain/run/inbox-view'
import {
  addressOfView,
  filterNames,
  usualDirection,
  type InboxColumn,
  type InboxSort,
} from '#lib/domain/run/inbox-words'
import { settingNames, settingsOfTexts } from './inbox-settings.ts'

type FilterName = (typeof filterNames)[number]
type InboxChange = Partial<Record<FilterName | 'sort' | 'direction', string>>

const nothing = Object.fromEntries(settingNames.map((name) => [name, '']))

/** What the inbox shows, in which order and with which columns; all of it stands in the address. */
export function useInboxFilters() {
  const { filters: texts, change } = useUrlFilters(settingNames)
  const shown = settingsOfTexts(texts)
  const { filters, sort, direction } = shown
  /** The same sort again turns it round. */
  const sortBy = (next: InboxSort): void => {
    const turned = direction === 'asc' ? 'desc' : 'asc'
    const wanted = next === sort ? turned : usualDirection(next)
    change({
      sort: next === 'priority' ? '' : next,
      direction: wanted === usualDirection(next) ? '' : wanted,
    })
  }
  return {
    /** `view`: the id of the chosen view, or empty; `settings`: what a view of this would save. */
    ...shown,
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
