import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiFailure } from '#lib/http/client'

/** What is wrong with a template, each mistake with its place on a line of its own. */
export function problemsIn(error: Error): string[] {
  const issues = error instanceof ApiFailure ? error.issues : []
  return issues.length > 0 ? issues.map(({ message }) => message) : [error.message]
}

/** Shows why a template was refused: at the field that it names, else below the form. */
export function showTemplateRefusal<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  error: Error,
  fields: readonly Path<Fields>[],
): void {
  const issues = error instanceof ApiFailure ? error.issues : []
  const named = error instanceof ApiFailure ? error.details['field'] : undefined
  const at = fields.find((field) => field === named || issues[0]?.path === field)
  const message = problemsIn(error).join('\n')
  if (at) setError(at, { type: 'server', message }, { shouldFocus: true })
  else setError('root', { type: 'server', message })
}
