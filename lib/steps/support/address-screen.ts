import { z } from 'zod'
import type { AddressCheck } from '#lib/domain/provider/address-check'
import { letterAddressSchema, type LetterAddress } from '#lib/domain/provider/letter'
import type { ScreenState } from '#lib/domain/run/screen-state'
import { PermanentStepError } from '../define-step.ts'

/** What a step remembers while a person looks at an address. */
const askedSchema = z.object({
  given: letterAddressSchema,
  suggestion: letterAddressSchema.nullable(),
})

const answerSchema = z.object({
  decision: z.enum(['suggested', 'given', 'other', 'stop']),
  address: z.record(z.string(), z.unknown()).optional(),
})

const linesOf = ({ addressLine1, addressLine2, city, state, postalCode, country }: LetterAddress) =>
  [addressLine1, addressLine2, `${city}, ${state} ${postalCode}`, country]
    .filter(Boolean)
    .join('\n')

/** The fields that a person may change; the name stays. */
const addressForm = {
  type: 'object',
  title: 'Another address',
  'x-formFieldType': 'postal-address',
  required: ['addressLine1', 'city', 'state', 'postalCode'],
  properties: {
    addressLine1: { type: 'string', title: 'Address line 1', minLength: 1, maxLength: 64 },
    addressLine2: { type: 'string', title: 'Address line 2', maxLength: 64 },
    city: { type: 'string', title: 'City', minLength: 1, maxLength: 200 },
    state: { type: 'string', title: 'State', minLength: 1, maxLength: 50 },
    postalCode: { type: 'string', title: 'Postal code', minLength: 1, maxLength: 40 },
  },
}

function instructionsOf({ outcome, suggestion, problems }: AddressCheck): string {
  const first: Record<string, string> = {
    undeliverable: 'A letter cannot be delivered to this address.',
    corrected: suggestion ? 'The address has to be corrected.' : 'The address seems to be wrong.',
    deliverable: 'It is doubtful that a letter arrives at this address.',
  }
  const found = problems.map((problem) => `- ${problem}`)
  const last = 'Nothing is printed or mailed until you decide.'
  return [first[outcome] ?? '', ...found, '', last].join('\n')
}

/** A screen on which a person decides where a letter goes; with the state that its answer needs. */
export function addressScreen(
  given: LetterAddress,
  check: AddressCheck,
): { screen: ScreenState; state: Record<string, unknown> } {
  const { suggestion, outcome } = check
  const choices = [
    ...(suggestion ? [{ const: 'suggested', title: 'Print the suggested address' }] : []),
    ...(outcome === 'undeliverable'
      ? []
      : [{ const: 'given', title: 'Print the address as it was given' }]),
    { const: 'other', title: 'Print another address' },
    { const: 'stop', title: 'Do not send the letter; the step fails' },
  ]
  const { name: _name, company: _company, country: _country, ...address } = suggestion ?? given
  return {
    state: { addressAsked: { given, suggestion } },
    screen: {
      title: 'Check the address of a letter',
      instructions: instructionsOf(check),
      show: [
        { label: 'Address as given', value: linesOf(given), format: 'text' },
        ...(suggestion
          ? [{ label: 'Suggested address', value: linesOf(suggestion), format: 'text' as const }]
          : []),
      ],
      schema: {
        type: 'object',
        required: ['decision'],
        properties: { decision: { type: 'string', title: 'What to do', oneOf: choices } },
        if: { properties: { decision: { const: 'other' } }, required: ['decision'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
        then: { required: ['address'], properties: { address: addressForm } },
      },
      uiSchema: {
        decision: { 'ui:widget': 'radio' },
        address: {
          'ui:order': ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode'],
        },
      },
      data: { address },
    },
  }
}

/**
 * The address that a person chose, or the check with which they are asked again because what they
 * typed is no address. Throws `letter_not_sent` when they stopped the letter.
 */
export function addressAnswer(
  answer: unknown,
  state: Record<string, unknown>,
): { to: LetterAddress } | { given: LetterAddress; again: AddressCheck } {
  const { given, suggestion } = askedSchema.parse(state['addressAsked'])
  const { decision, address } = answerSchema.parse(answer)
  if (decision === 'stop')
    throw new PermanentStepError('letter_not_sent', 'A person decided not to send this letter.')
  if (decision === 'suggested' && suggestion) return { to: suggestion }
  if (decision !== 'other') return { to: given }
  const typed = letterAddressSchema.safeParse({ ...given, addressLine2: undefined, ...address })
  if (typed.success) return { to: typed.data }
  const problems = typed.error.issues.map(({ message }) => message)
  return { given, again: { outcome: 'corrected', suggestion, problems } }
}
