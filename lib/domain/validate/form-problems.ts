import { drawProblems } from '../form/drawable.ts'
import { schemaProblems } from '../json-schema/problems.ts'

/** Why a schema cannot be the form that people fill in: unusable, or a field that cannot be drawn. */
export function formProblems(schema: Record<string, unknown>) {
  const unusable = schemaProblems(schema)
  return unusable.length > 0 ? unusable : drawProblems(schema)
}
