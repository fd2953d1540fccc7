import type { InboxFilters } from './inbox-filters.ts'
import type { ViewSettings } from './inbox-view.ts'

// What the inbox shows, without the schemas, which a page need not load.

/** The columns of the inbox that a view may leave out. */
export const inboxColumns = ['screen', 'priority', 'due', 'with', 'waiting'] as const
export type InboxColumn = (typeof inboxColumns)[number]

export const inboxSorts = ['priority', 'due', 'opened', 'case'] as const
export type InboxSort = (typeof inboxSorts)[number]
export type SortDirection = 'asc' | 'desc'

export const usualDirection = (sort: InboxSort): SortDirection =>
  sort === 'priority' ? 'desc' : 'asc'

export const inboxAssignees = ['me', 'nobody', 'others'] as const
export const inboxDues = ['overdue', 'today', 'week', 'none'] as const
export const inboxFollowUps = ['now', 'later', 'none'] as const
/** The number of the highest priority; the lowest is its negative. */
export const highestPriority = 1_000_000

export const filterNames = [
  'workflow',
  'step',
  'group',
  'assignee',
  'minPriority',
  'due',
  'followUp',
  'openedFrom',
  'openedBefore',
  'patient',
  'q',
] as const
type FilterTexts = Record<(typeof filterNames)[number], string>

const oneOf = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => name === text)
const upTo = (most: number, text: string): string | undefined =>
  text !== '' && text.length <= most ? text : undefined
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function priorityOf(text: string): number | undefined {
  const priority = Number(text)
  const isOne = /^-?\d+$/.test(text) && Math.abs(priority) <= highestPriority
  return isOne ? priority : undefined
}

/** In UTC or with an offset, as the server takes it. */
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const instantOf = (text: string): string | undefined =>
  instant.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** The filters of an address without those that mean nothing, as somebody may have typed them. */
export function filtersOfTexts(texts: FilterTexts): InboxFilters {
  const { assignee } = texts
  const read: InboxFilters = {
    workflow: upTo(64, texts.workflow),
    step: upTo(100, texts.step),
    group: upTo(100, texts.group),
    assignee: oneOf(inboxAssignees, assignee) ?? (uuid.test(assignee) ? assignee : undefined),
    minPriority: priorityOf(texts.minPriority),
    due: oneOf(inboxDues, texts.due),
    followUp: oneOf(inboxFollowUps, texts.followUp),
    openedFrom: instantOf(texts.openedFrom),
    openedBefore: instantOf(texts.openedBefore),
    patient: upTo(200, texts.patient.trim()),
    q: upTo(200, texts.q.trim()),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The parameters with which the address of the inbox shows a view. */
export function addressOfView(view: { id: string; settings: ViewSettings }) {
  const { filters, sort, direction, hidden = [] } = view.settings
  const given = { ...filters, sort, direction, hidden: hidden.join(','), view: view.id }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
}
