import { createContext } from 'react'

export type KnownConnection = { kind: string; slug: string; name: string }
export type KnownPolicy = { id: string; title: string }

/** What the organization has that a configuration can name; `kind` is the kind of connection that the step wants. */
export const Known = createContext<{ connections: KnownConnection[]; policies: KnownPolicy[]; kind: string | undefined }>({ connections: [], policies: [], kind: undefined })
