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
  kind: string | undefined
}>({ calendars: [], connections: [], policies: [], templates: [], workflows: [], kind: undefined })
