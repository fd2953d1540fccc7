import type { RJSFValidationError, ValidationData, ValidatorType } from '@rjsf/utils'
import { toErrorSchema } from '@rjsf/utils'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { sentenceOfFault } from '#lib/domain/form/texts/sentence-of-fault'
import { checkData, type Misfit, type Telling } from '#lib/domain/json-schema/check'
import { TooCostlyToCheck } from '#lib/domain/json-schema/check-errors'
import { nativePattern } from '#lib/domain/json-schema/native-pattern'
import { prepareBy, type PreparedSchema } from '#lib/domain/json-schema/prepare'
import { withoutEmptyLists } from './empty-lists.ts'

type Schema = Record<string, unknown>

/** As many as a check in the server; the server checks what costs more. */
const steps = 2_000_000
/** rjsf draws anew with new objects of the same schemas at each key that is pressed. */
const mostPrepared = 500

const byText = new Map<string, PreparedSchema>()
const byObject = new WeakMap<Schema, PreparedSchema>()

function prepare(text: string): PreparedSchema {
  const prepared = prepareBy(nativePattern, JSON.parse(text))
  // rjsf fills in defaults itself; a field that a person emptied stays empty.
  for (const node of prepared.nodes) node.defaults = []
  return prepared
}

function preparedOf(schema: Schema): PreparedSchema {
  const known = byObject.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const prepared = byText.get(text) ?? prepare(text)
  byText.delete(text)
  byText.set(text, prepared)
  for (const [oldest] of byText) {
    if (byText.size <= mostPrepared) break
    byText.delete(oldest)
  }
  byObject.set(schema, prepared)
  return prepared
}

/** A part of a schema, with what its references lead to. */
function standingAlone(part: Schema, root: Schema): Schema {
  const named = ['$defs', 'definitions'].filter((name) => name in root && !(name in part))
  if (part === root || named.length === 0) return part
  return { ...Object.fromEntries(named.map((name) => [name, root[name]])), ...part }
}

/** Data that would cost too much to check here fits: the server checks them again. */
function misfits(schema: Schema, data: unknown, telling?: Telling): Misfit[] {
  try {
    return checkData(preparedOf(schema), data, steps, true, telling).issues
  } catch (error) {
    if (error instanceof TooCostlyToCheck) return []
    throw error
  }
}

const errorOf = ({ path, message }: Misfit): RJSFValidationError => ({
  property: path === '' ? '.' : `.${path}`,
  message,
  stack: message,
})

function validate(data: unknown, schema: Schema, telling: Telling): ValidationData<unknown> {
  const errors = misfits(schema, data, telling).map(errorOf)
  return { errors, errorSchema: toErrorSchema(errors) }
}

function validatorOf(texts: FormTexts): ValidatorType {
  const telling: Telling = {
    sentence: (keyword, params) => sentenceOfFault(texts, keyword, params),
    alternatives: true,
  }
  return {
    validateFormData: (data, schema) =>
      validate(withoutEmptyLists(schema, data), schema as Schema, telling),
    isValid: (schema, data, root) =>
      misfits(standingAlone(schema as Schema, root as Schema), data).length === 0,
    rawValidation: (schema, data) => ({ errors: misfits(schema as Schema, data) as never[] }),
  }
}

/** One validator for the texts, because rjsf begins anew with another one. */
const validators = new WeakMap<FormTexts, ValidatorType>()

/**
 * Checks what people fill in by the same code as the server, and says what is wrong in the words of
 * forms. It compiles nothing, so that pages need no leave to do so.
 */
export function schemaValidator(texts: FormTexts): ValidatorType {
  const known = validators.get(texts) ?? validatorOf(texts)
  validators.set(texts, known)
  return known
}
