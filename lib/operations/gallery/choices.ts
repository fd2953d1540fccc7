import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { policies } from '#db/schema/documents'
import { templates } from '#db/schema/templates'
import type { ConnectionKind } from '#lib/domain/statuses'
import type { GalleryWorkflow } from '#lib/domain/workflow/gallery-workflow'

export type Choice = { value: string; title: string }

/** What of the organization a workflow of the gallery can use. */
export type Choices = {
  connections: Map<ConnectionKind, Choice[]>
  policies: Choice[]
  /** The kind of each template that has the slug of one of its own. */
  templates: Map<string, string>
}

export async function loadChoices(tx: Tx, { needs, ...named }: GalleryWorkflow): Promise<Choices> {
  const kinds = needs.map(({ kind }) => kind)
  const found = await tx
    .select({ kind: connections.kind, value: connections.slug, title: connections.name })
    .from(connections)
    .where(inArray(connections.kind, kinds))
    .orderBy(asc(connections.slug))
  const read =
    named.policies.length === 0
      ? []
      : await tx
          .select({ value: policies.id, title: policies.title })
          .from(policies)
          .orderBy(asc(policies.title), asc(policies.id))
  const slugs = named.templates.map(({ slug }) => slug)
  const same =
    slugs.length === 0
      ? []
      : await tx
          .select({ slug: templates.slug, kind: templates.kind })
          .from(templates)
          .where(inArray(templates.slug, slugs))
  return {
    connections: new Map(
      kinds.map((kind) => [
        kind,
        found.flatMap(({ kind: its, ...choice }) => (its === kind ? [choice] : [])),
      ]),
    ),
    policies: read,
    templates: new Map(same.map(({ slug, kind }) => [slug, kind])),
  }
}
