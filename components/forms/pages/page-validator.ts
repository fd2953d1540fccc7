import type { ErrorSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'

const rootOf = (property = ''): string => property.split('.').filter(Boolean)[0] ?? ''

/** Whether an error is at one of these fields of the form, or inside of it. */
const isAt = (names: Set<string>, { property, params, name }: RJSFValidationError): boolean => {
  const missing = name === 'required' ? (params as { missingProperty?: string }) : undefined
  return names.has(rootOf(property) || (missing?.missingProperty ?? ''))
}

/**
 * A validator that has nothing against the fields of later pages: they are not filled in yet. The
 * other fields are checked as before.
 */
export function withoutLaterPages(validator: ValidatorType, later: string[]): ValidatorType {
  const names = new Set(later)
  return {
    isValid: (...given) => validator.isValid(...given),
    rawValidation: (...given) => validator.rawValidation(...given),
    reset: () => validator.reset?.(),
    validateFormData(...given) {
      const { errors, errorSchema } = validator.validateFormData(...given)
      const entries = Object.entries(errorSchema as Record<string, unknown>)
      return {
        errors: errors.filter((error) => !isAt(names, error)),
        errorSchema: Object.fromEntries(
          entries.filter(([name]) => !names.has(name)),
        ) as ErrorSchema,
      }
    },
  }
}
