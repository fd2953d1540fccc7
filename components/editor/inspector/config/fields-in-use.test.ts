import { expect, it } from 'vitest'
import askDocuments from '#lib/steps/types/data/ask-documents'
import sendEmail from '#lib/steps/types/communication/send-email'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { fieldsInUse } from './fields-in-use.ts'

const namesOf = (
  { configSchema, uiSchema }: StepTypeInfo,
  config: Record<string, unknown>,
  errors: object = {},
): string[] => fieldsInUse(configSchema, uiSchema, config, errors)

it('shows of the settings of a question those of its kind', () => {
  const own = ['schema', 'classes', 'policyId']
  const shown = (mode: unknown) =>
    namesOf(askDocuments.info, { mode }).filter((name) => own.includes(name))
  expect(shown('extract')).toEqual(['schema'])
  expect(shown('classify')).toEqual(['classes'])
  expect(shown('compare')).toEqual(['policyId'])
  expect(shown('answer')).toEqual([])
  // Without a value the default counts; a computed one may be any.
  expect(shown(undefined)).toEqual([])
  expect(shown({ $: 'start.mode' })).toEqual(own)
})

it('hides nothing that is filled in or wrong', () => {
  const classes = [{ name: 'Referral', description: '' }]
  expect(namesOf(askDocuments.info, { mode: 'answer', classes })).toContain('classes')
  expect(namesOf(askDocuments.info, { mode: 'answer' }, { policyId: {} })).toContain('policyId')
  const schema = { type: 'object', properties: {} }
  expect(namesOf(askDocuments.info, { mode: 'answer', schema })).not.toContain('schema')
})

it('asks for the text of a mail or for the data of its template', () => {
  const own = ['text', 'data']
  const shown = (config: Record<string, unknown>) =>
    namesOf(sendEmail.info, config).filter((name) => own.includes(name))
  expect(shown({})).toEqual(['text'])
  expect(shown({ template: 'reminder' })).toEqual(['data'])
  expect(shown({ template: 'reminder', text: 'Both.' }).toSorted()).toEqual(['data', 'text'])
})
