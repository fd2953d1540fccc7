import { LRUCache } from 'lru-cache'
import type { Definition } from '#lib/domain/workflow/definition'

type Published = { workflowId: string; versionId: string; definition: Definition }

/** A small number, because definitions may be large. */
const max = 200

const definitions = new LRUCache<string, Definition>({ max })
const published = new LRUCache<string, Published>({ max })

/**
 * The definition of a version, which never changes. The caller must have just read the version's id
 * from a row of the organization.
 */
export const knownDefinition = (versionId: string): Definition | undefined =>
  definitions.get(versionId)

export function rememberDefinition(versionId: string, definition: Definition): void {
  definitions.set(versionId, definition)
}

/**
 * The published version of a workflow's id or slug when it was last read. It may be out of date:
 * the caller's statement must let Postgres check it.
 */
export const lastPublished = (organizationId: string, idOrSlug: string): Published | undefined =>
  published.get(`${organizationId}:${idOrSlug}`)

export function rememberPublished(organizationId: string, idOrSlug: string, of: Published): void {
  published.set(`${organizationId}:${idOrSlug}`, of)
  rememberDefinition(of.versionId, of.definition)
}
