import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { newestTaking } from '#lib/domain/template/data-changes'
import type { TemplateField } from '#lib/domain/template/template'
import { getVersionOrThrow, type TemplateRow, type VersionRow } from './find-template.ts'
import { baseOf, candidatesOf, type Published } from './pinned-templates.ts'

type Run = { id: string; startedAt: Date }

/**
 * When a run began, as text of full precision, and what it runs. The runs of a loop's body began
 * with the run around them.
 */
async function beginningOf(tx: Tx, run: Run): Promise<{ at: string; published?: Published }> {
  const found = await tx.execute<{
    at: string
    templates: Record<string, number> | null
    published: string | null
  }>(sql`
    select coalesce(scope.created_at, run.created_at)::text as at, version.templates,
      version.created_at::text as published
    from runs run
    left join runs scope on scope.id = run.scope_run_id
    left join workflow_versions version on version.id = run.version_id
    where run.id = ${run.id}`)
  const [row] = found.rows
  if (!row) return { at: run.startedAt.toISOString() }
  const { at, templates: pinned, published } = row
  return published === null
    ? { at }
    : { at, published: { templates: pinned, createdAt: new Date(published) } }
}

/**
 * The version that a run uses: the newest that was there when the run began and takes the same data
 * as the one that its workflow was published with. `before`: the placeholders of that one. The row
 * of the template must be locked for share: then a save that is not seen yet is younger than this
 * moment, and so than the run.
 */
export async function versionOfRun(
  tx: Tx,
  template: TemplateRow,
  run: Run,
): Promise<{ version: VersionRow; before: readonly TemplateField[] }> {
  const { at, published } = await beginningOf(tx, run)
  const versions = await candidatesOf(tx, template.id, at)
  const [first] = versions
  if (!first) throw ApiError.notFound('template', template.slug)
  const begun = versions.filter((version) => version.begun)
  const base = published && baseOf(template.id, versions, published)
  const chosen = base ? newestTaking(base, begun) : (begun.at(-1) ?? first)
  const version = await getVersionOrThrow(tx, template, chosen.number)
  return { version, before: base?.fields ?? [] }
}
