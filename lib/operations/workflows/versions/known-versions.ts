import { LRUCache } from 'lru-cache'
import type { Definition } from '#lib/domain/workflow/definition'

type Published = { workflowId: string; versionId: string; definition: Definition }

/** Definitions may be large, so not too many. */
const max = 200

const definitions = new LRUCache<string, Definition>({ max })
const published = new LRUCache<string, Published>({ max })

/**
 * The definition of a version, which never changes. Only for who has just read that version's id
 * from a row of the organization.
 */
export const knownDefinition = (versionId: string): Definition | undefined =>
  definitions.get(versionId)

export function rememberDefinition(versionId: string, definition: Definition): void {
  definitions.set(versionId, definition)
}

/**
 * What a workflow's id or slug stood for when it was last asked. It may be out of date: whoever
 * goes by it has Postgres check it in the same statement.
 */
export const lastPublished = (organizationId: string, idOrSlug: string): Published | undefined =>
  published.get(`${organizationId}:${idOrSlug}`)

export function rememberPublished(organizationId: string, idOrSlug: string, of: Published): void {
  published.set(`${organizationId}:${idOrSlug}`, of)
  rememberDefinition(of.versionId, of.definition)
}
