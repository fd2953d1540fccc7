import {
  createConnectionContract,
  updateConnectionContract,
  type ConnectionKindView,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { call } from '#lib/http/client'
import type { SecretChanges } from './secret-fields.tsx'

/** The values of the form. */
export type ConnectionDraft = {
  name: string
  slug: string
  provider: string
  config: Record<string, unknown>
  secrets: SecretChanges
  limits: ConnectionView['limits']
  /** Empty: bound to no workers. */
  workerLabel: string
}

/**
 * Creates the connection, or changes the existing one; when its slug changes, the workflows that
 * name it change with it. Throws ApiFailure.
 */
export function saveConnection(
  kind: ConnectionKindView['kind'],
  existing: ConnectionView | null,
  draft: ConnectionDraft,
): Promise<ConnectionView> {
  const { provider, ...given } = draft
  const rest = { ...given, workerLabel: draft.workerLabel.trim() || null }
  const renamed = existing !== null && existing.slug !== draft.slug ? { replace: true } : {}
  return existing
    ? call(updateConnectionContract, { params: { id: existing.id }, body: { ...rest, ...renamed } })
    : call(createConnectionContract, { body: { kind, provider, ...rest } })
}
