import { createContext } from 'react'
import type { CalendarRules, Holiday } from '#lib/domain/calendar/calendar'

export type KnownCalendar = {
  slug: string
  name: string
  isDefault: boolean
  rules: CalendarRules
  holidays: Holiday[]
}
export type KnownConnection = {
  id: string
  kind: string
  slug: string
  name: string
  config?: Record<string, unknown>
}
export type KnownPolicy = { id: string; title: string }
export type KnownTemplate = { slug: string; name: string; kind: string }
export type KnownWorkflow = { id: string; slug: string; name: string; published: boolean }

/**
 * The things of the organization that a configuration can name; `kind` is the kind of connection
 * that the step needs.
 */
export const Known = createContext<{
  calendars: KnownCalendar[]
  connections: KnownConnection[]
  policies: KnownPolicy[]
  templates: KnownTemplate[]
  workflows: KnownWorkflow[]
  /** The folder of the edited workflow; null: the top. */
  folderId: string | null
  kind: string | undefined
}>({
  calendars: [],
  connections: [],
  policies: [],
  templates: [],
  workflows: [],
  folderId: null,
  kind: undefined,
})

/** The address below which the path of a step lies: that of its connection. */
export const AddressBase = createContext<string | undefined>(undefined)

/** The address of a connection that has one. */
export function baseUrlOf(connection: KnownConnection | undefined): string | undefined {
  const baseUrl = connection?.config?.['baseUrl']
  return typeof baseUrl === 'string' ? baseUrl : undefined
}

/** The workflows that can be started, and the chosen one also before it is published. */
export const choosable = (
  workflows: KnownWorkflow[],
  chosen: unknown,
): { slug: string; title: string }[] =>
  workflows
    .filter(({ slug, published }) => published || slug === chosen)
    .map(({ slug, name, published }) => ({
      slug,
      title: published ? name : `${name} (not published yet)`,
    }))
