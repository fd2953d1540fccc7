import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiFailure } from '#lib/http/client'

type Places<Fields extends FieldValues> = {
  /** The fields of the form, also by the server's names. */
  fields: readonly Path<Fields>[]
  /** The place for a refusal that names none of them. */
  otherwise: Path<Fields> | 'root'
}

/**
 * Shows in a form why the server refused it: each issue at its field, anything else at `otherwise`.
 * The first field with an error gets the focus.
 */
export function showRefusal<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  error: Error,
  { fields, otherwise }: Places<Fields>,
): void {
  const issues = error instanceof ApiFailure ? error.issues : []
  const atFields = issues.filter(({ path }) => fields.some((field) => field === path))
  atFields.forEach(({ path, message }, index) =>
    setError(path as Path<Fields>, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  if (atFields.length > 0) return
  const shouldFocus = otherwise !== 'root'
  setError(otherwise, { type: 'server', message: error.message }, { shouldFocus })
}
