import { workflowExportSchema } from '#schemas/workflows/workflows'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { LongIntegerError, parseTypedJson } from '#lib/domain/exact-json'

export type Imported = {
  name?: string
  slug?: string
  description?: string
  tags?: string[]
  definition: Definition
}
export type ReadImport = { ok: true; imported: Imported } | { ok: false; fault: string }

function faultOf(error: unknown): string {
  const { message } = error as Error
  return error instanceof LongIntegerError ? message : `This is not JSON: ${message}.`
}

/** Reads an exported workflow, or a bare definition. An error names the place in the file. */
export function readImport(text: string): ReadImport {
  let value: unknown
  try {
    value = parseTypedJson(text)
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, fault: 'This is JSON, but not a workflow.' }
  const exported = 'format' in value ? workflowExportSchema.safeParse(value) : undefined
  if (exported?.success) {
    const { name, slug, description, tags, definition } = exported.data
    return { ok: true, imported: { name, slug, description, tags, definition } }
  }
  const bare = exported ?? definitionSchema.safeParse(value)
  if (bare.success) return { ok: true, imported: { definition: definitionSchema.parse(value) } }
  const issue = bare.error.issues[0]
  const place = issue ? `: ${issue.path.join('.') || 'the whole'}: ${issue.message}` : '.'
  return { ok: false, fault: `This is not a workflow${place}` }
}
