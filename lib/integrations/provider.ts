import type { z } from 'zod'
import type { ConnectionKind } from '#lib/domain/statuses'
import type { PortOf } from './ports.ts'

/**
 * The store of an embedded sandbox's records: rows of one connection, in the organization's own
 * data.
 */
export type SandboxStore = {
  get(collection: string, id: string): Promise<Record<string, unknown> | undefined>
  list(collection: string): Promise<Record<string, unknown>[]>
  /** Returns false when the id already exists; then nothing is written. */
  insert(collection: string, id: string, data: Record<string, unknown>): Promise<boolean>
  /** Writes a new or existing record. */
  put(collection: string, id: string, data: Record<string, unknown>): Promise<void>
}

export type ProviderSettings<Config, Secrets> = {
  config: Config
  secrets: Secrets
  store: SandboxStore
  /**
   * The owner of the connection, for the data that a sandbox stores between calls; without it,
   * nothing is stored.
   */
  organizationId?: string
  /** Internal `host:port` pairs that an operator allowed (HTTP_ALLOW_PRIVATE). */
  allowPrivate: readonly string[]
}

/**
 * A provider of a kind of connection: its settings as data for the form, and a function that opens
 * it.
 */
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
   * Settings with the provider's address. When one changes, stored secrets are deleted, because
   * they belong to the previous host.
   */
  addressFields: readonly string[]
  embedded: boolean
  /**
   * Every method of the port returns a promise, because calls pass through the connection's circuit
   * (outbound/circuit.ts).
   */
  open(settings: ProviderSettings<z.output<Config>, z.output<Secrets>>): PortOf<Kind>
}

/**
 * Types a provider by its schemas, then erases the types: the caller of `open` parses the settings
 * with those schemas first.
 */
export function defineProvider<
  Kind extends ConnectionKind,
  Config extends z.ZodType,
  Secrets extends z.ZodType,
>(provider: Provider<Kind, Config, Secrets>): Provider<Kind> {
  return provider as unknown as Provider<Kind>
}
