import type { ViewSettings } from '#lib/domain/run/inbox-view'
import {
  filterNames,
  filtersOfTexts,
  inboxColumns,
  inboxSorts,
  usualDirection,
  type InboxColumn,
  type InboxSort,
  type SortDirection,
} from '#lib/domain/run/inbox-words'

const isSort = (text: string): text is InboxSort => inboxSorts.some((sort) => sort === text)
const isColumn = (text: string): text is InboxColumn =>
  inboxColumns.some((column) => column === text)

/** The parameters of the inbox's address. */
export const settingNames = [...filterNames, 'sort', 'direction', 'hidden', 'view'] as const

/** What the inbox shows by its address, and in which order and with which columns. */
export function settingsOfTexts(texts: Record<(typeof settingNames)[number], string>) {
  const { sort: sortText, direction: directionText, hidden: hiddenText, view, ...rest } = texts
  const filters = filtersOfTexts(rest)
  const sort: InboxSort = isSort(sortText) ? sortText : 'priority'
  const isDirection = directionText === 'asc' || directionText === 'desc'
  const direction: SortDirection = isDirection ? directionText : usualDirection(sort)
  const isSorted = sort !== 'priority' || direction !== usualDirection(sort)
  const hidden = hiddenText.split(',').filter(isColumn)
  const settings: ViewSettings = {
    filters,
    ...(isSorted ? { sort, direction } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
  }
  return { filters, sort, direction, isSorted, hidden, view, settings }
}

/** What the list of the inbox asks for. */
export const queryOfSettings = ({
  filters,
  sort,
  direction,
}: Pick<ReturnType<typeof settingsOfTexts>, 'filters' | 'sort' | 'direction'>) => ({
  ...filters,
  sort,
  direction,
})
