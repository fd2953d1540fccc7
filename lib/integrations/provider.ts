import type { z } from 'zod'
import type { ConnectionKind } from '#lib/domain/statuses'
import type { PortOf } from './ports.ts'

/**
 * Where an embedded sandbox keeps its records: rows of one connection, in the organization's own
 * data.
 */
export type SandboxStore = {
  get(collection: string, id: string): Promise<Record<string, unknown> | undefined>
  list(collection: string): Promise<Record<string, unknown>[]>
  /** False when the id is taken already; then nothing is written. */
  insert(collection: string, id: string, data: Record<string, unknown>): Promise<boolean>
  /** Writes a record, new or not. */
  put(collection: string, id: string, data: Record<string, unknown>): Promise<void>
}

export type ProviderSettings<Config, Secrets> = {
  config: Config
  secrets: Secrets
  store: SandboxStore
  /**
   * Whose connection it is, for what a sandbox keeps between calls; left out, nothing is stored.
   */
  organizationId?: string
  /** `host:port` pairs inside that an operator let through (HTTP_ALLOW_PRIVATE). */
  allowPrivate: readonly string[]
}

/** A provider of a kind of connection: its settings as data for the form, and how to open it. */
export type Provider<
  Kind extends ConnectionKind = ConnectionKind,
  Config extends z.ZodType = z.ZodType,
  Secrets extends z.ZodType = z.ZodType,
> = {
  kind: Kind
  id: string
  title: string
  description: string
  config: Config
  /** Every property is a secret: write-only in the API, encrypted at rest. */
  secrets: Secrets
  /**
   * Settings that say where the provider lies. When one changes, stored secrets are dropped: they
   * belong to the host they were entered for.
   */
  addressFields: readonly string[]
  embedded: boolean
  /**
   * Every method of the port answers a promise: it is called through the connection's circuit
   * (outbound/circuit.ts).
   */
  open(settings: ProviderSettings<z.output<Config>, z.output<Secrets>>): PortOf<Kind>
}

/**
 * Types a provider by its schemas, then forgets them: the caller of `open` parses the settings with
 * those schemas first.
 */
export function defineProvider<
  Kind extends ConnectionKind,
  Config extends z.ZodType,
  Secrets extends z.ZodType,
>(provider: Provider<Kind, Config, Secrets>): Provider<Kind> {
  return provider as unknown as Provider<Kind>
}
