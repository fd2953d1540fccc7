import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { storeRunFile } from '../files/store-run-file.ts'
import { drawVersion } from './draw-version.ts'
import { getTemplateOrThrow } from './find-template.ts'
import { versionOfRun } from './version-of-run.ts'

export type RunTemplate = {
  key: string
  run: { id: string; startedAt: Date }
  workflowId: string
  timeZone: string
  template: string
  /** Refuses templates of other kinds. */
  kind?: TemplateKind
  data: Record<string, unknown>
  fileName: string | undefined
  flatten?: boolean
  signal: AbortSignal
}
export type FilledTemplate = {
  version: number
  file: { id: string; fileName: string } | null
  subject: string | null
  text: string | null
  html: string | null
}

const withEnding = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`

/**
 * Fills a template for a step (the service `fillTemplate`). A repeat finds the same version and
 * gives the same bytes, and the same `key` never makes a second file.
 */
export async function fillRunTemplate(
  organizationId: string,
  { key, run, workflowId, timeZone, template, data, fileName, signal, ...wanted }: RunTemplate,
): Promise<FilledTemplate> {
  signal.throwIfAborted()
  const { name, kind, version, before } = await inOrganization(organizationId, async (tx) => {
    const row = await getTemplateOrThrow(tx, template, { lock: 'share' })
    return { name: row.name, kind: row.kind, ...(await versionOfRun(tx, row, run)) }
  })
  if (wanted.kind !== undefined && kind !== wanted.kind)
    throw ApiError.invalid([
      {
        path: 'template',
        message: `“${name}” is a template of the kind ${kind}; choose one of the kind ${wanted.kind}.`,
      },
    ])
  const { source, content, fields, number } = version
  const drawn = await drawVersion(
    {
      source,
      content,
      fields,
      before,
      name,
      kind,
      data,
      flatten: wanted.flatten === true,
      at: run.startedAt,
      timeZone,
    },
    { organizationId, group: workflowId, signal },
  )
  const { file, subject, text, html } = drawn
  if (!file) return { version: number, file: null, subject, text, html }
  signal.throwIfAborted()
  const stored = await storeRunFile(organizationId, {
    key,
    runId: run.id,
    fileName: withEnding(fileName ?? name, file.ending),
    mimeType: file.mimeType,
    content: file.bytes,
    createdBy: `Template ${name}`,
  })
  const { id, fileName: storedName } = stored
  return { version: number, file: { id, fileName: storedName }, subject, text, html }
}
