'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { Textarea } from '#components/ui/input/textarea'
import { autocompleteKeyword, autocompleteTokens } from '#lib/domain/form/autocomplete'
import { messageKeyword } from '#lib/domain/form/custom-message'
import { isMask, maskKeyword, maskStoredKeyword, patternOfMask } from '#lib/domain/form/mask'
import { statementKeyword, statementOf } from '#lib/domain/form/signature'
import { nativePattern } from '#lib/domain/json-schema/native-pattern'
import { messagesOf, withMessage } from '../../model/form/messages.ts'
import type { FieldKind } from '../../model/schema-fields.ts'
import { numberOf, textOf, type SettingsProps } from './settings-props.ts'

const limits: Partial<Record<FieldKind, [keyword: string, label: string][]>> = {
  text: [
    ['minLength', 'Fewest characters'],
    ['maxLength', 'Most characters'],
  ],
  'long-text': [
    ['minLength', 'Fewest characters'],
    ['maxLength', 'Most characters'],
  ],
  number: [
    ['minimum', 'Smallest'],
    ['maximum', 'Largest'],
    ['multipleOf', 'In steps of'],
  ],
  integer: [
    ['minimum', 'Smallest'],
    ['maximum', 'Largest'],
    ['multipleOf', 'In steps of'],
  ],
  amount: [
    ['minimum', 'Smallest'],
    ['maximum', 'Largest'],
  ],
  'multi-choice': [
    ['minItems', 'Fewest choices'],
    ['maxItems', 'Most choices'],
  ],
  'multi-file': [
    ['minItems', 'Fewest files'],
    ['maxItems', 'Most files'],
  ],
}

/** How long, how large or how many. */
export function LimitFields({ id, field, onChange }: SettingsProps) {
  const pairs = limits[field.kind]
  if (!pairs) return null
  return (
    <div className="grid grid-cols-2 gap-2">
      {pairs.map(([keyword, label]) => (
        <Labelled key={keyword} id={`${id}-${keyword}`} label={label}>
          <NumberInput
            id={`${id}-${keyword}`}
            fractions={field.kind === 'number' || field.kind === 'amount'}
            value={numberOf(field, keyword)}
            onChange={(value) =>
              Number.isNaN(value) ? undefined : onChange({ set: { [keyword]: value } })
            }
          />
        </Labelled>
      ))}
    </div>
  )
}

/** The form in which an identifier is written. */
export function MaskField({ id, field, onChange }: SettingsProps) {
  if (field.kind !== 'text') return null
  const mask = textOf(field, maskKeyword)
  const isPlain = textOf(field, maskStoredKeyword) === 'plain'
  /** With its rule: what is half filled in is not sent. */
  const write = (next: string, plain: boolean) =>
    onChange({
      set: {
        [maskKeyword]: next,
        [maskStoredKeyword]: plain && next !== '' ? 'plain' : '',
        pattern: isMask(next) ? patternOfMask(next, plain) : '',
      },
    })
  const fault = mask !== '' && !isMask(mask) ? 'Use 9, A or * for what is typed.' : undefined
  return (
    <>
      <Labelled
        id={id}
        label="Mask"
        error={fault}
        help="Such as 999-99-9999: 9 is a digit, A a letter, * either. People type as they like."
      >
        <Input
          id={id}
          className="font-mono text-[13px]"
          value={mask}
          onChange={({ target }) => write(target.value, isPlain)}
        />
      </Labelled>
      {mask ? (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <Checkbox
            checked={isPlain}
            onCheckedChange={(checked) => write(mask, checked === true)}
          />
          Store it without the mask’s own characters
        </label>
      ) : null}
    </>
  )
}

const autofilled = new Set<FieldKind>(['text', 'long-text', 'date', 'email', 'phone'])

/** What browsers offer to fill in here. */
export function AutofillField({ id, field, onChange }: SettingsProps) {
  if (!autofilled.has(field.kind)) return null
  const given = textOf(field, autocompleteKeyword)
  const isOther = given !== '' && !Object.hasOwn(autocompleteTokens, given)
  return (
    <Labelled id={id} label="The browser may fill in">
      <NativeSelect
        id={id}
        value={given}
        onChange={({ target }) => onChange({ set: { [autocompleteKeyword]: target.value } })}
      >
        <option value="">What its name says</option>
        {isOther ? <option value={given}>{given}</option> : null}
        {Object.entries(autocompleteTokens).map(([token, title]) => (
          <option key={token} value={token}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

/** The currency in front of an amount. */
export function CurrencyField({ id, field, onChange }: SettingsProps) {
  if (field.kind !== 'amount') return null
  return (
    <Labelled id={id} label="Currency">
      <Input
        id={id}
        maxLength={5}
        value={textOf(field, 'x-formCurrency')}
        // The sign makes it an amount; it is never empty.
        onChange={({ target }) => onChange({ set: { 'x-formCurrency': target.value || '$' } })}
      />
    </Labelled>
  )
}

/** The sentence that is agreed to by signing. */
export function StatementField({ id, field, onChange }: SettingsProps) {
  if (field.kind !== 'signature') return null
  return (
    <Labelled id={id} label="What is agreed to" help={`Without it: ${statementOf({})}`}>
      <Textarea
        id={id}
        rows={3}
        value={textOf(field, statementKeyword)}
        onChange={({ target }) => onChange({ set: { [statementKeyword]: target.value } })}
      />
    </Labelled>
  )
}

/** What people are told, for each rule that they may break. */
export function MessageFields({ id, field, onChange }: SettingsProps) {
  const messages = messagesOf(field)
  if (messages.length === 0) return null
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">Your own messages</legend>
      {messages.map(({ rule, label, own, usual }) => (
        <Labelled key={rule} id={`${id}-${rule}`} label={label}>
          <Input
            id={`${id}-${rule}`}
            value={own}
            placeholder={usual}
            maxLength={500}
            onChange={({ target }) =>
              onChange({ set: { [messageKeyword]: withMessage(field, rule, target.value) } })
            }
          />
        </Labelled>
      ))}
    </fieldset>
  )
}

/** Why a pattern cannot be used. */
function faultOfPattern(pattern: string): string | undefined {
  if (pattern === '') return undefined
  const compiled = nativePattern(pattern)
  return 'reason' in compiled ? `This ${compiled.reason}.` : undefined
}

/** How a text has to be written, for what no mask can say. */
export function PatternField({ id, field, onChange }: SettingsProps) {
  const isText = field.kind === 'text' || field.kind === 'phone'
  // A mask writes its own.
  if (!isText || textOf(field, maskKeyword) !== '') return null
  const pattern = textOf(field, 'pattern')
  return (
    <Labelled
      id={id}
      label="Pattern"
      error={faultOfPattern(pattern)}
      help="A regular expression, such as ^[A-Z]{2}-[0-9]+$ for AB-123. Say below how it is written."
    >
      <Input
        id={id}
        className="font-mono text-[13px]"
        value={pattern}
        onChange={({ target }) => onChange({ set: { pattern: target.value } })}
      />
    </Labelled>
  )
}
