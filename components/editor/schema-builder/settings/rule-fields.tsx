'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { Textarea } from '#components/ui/input/textarea'
import { autocompleteKeyword, autocompleteTokens } from '#lib/domain/form/autocomplete'
import { messageKeyword } from '#lib/domain/form/custom-message'
import { isMask, maskKeyword, maskStoredKeyword } from '#lib/domain/form/mask'
import { statementKeyword, statementOf } from '#lib/domain/form/signature'
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
  ],
  integer: [
    ['minimum', 'Smallest'],
    ['maximum', 'Largest'],
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
          onChange={({ target }) => onChange({ set: { [maskKeyword]: target.value } })}
        />
      </Labelled>
      {mask ? (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <Checkbox
            checked={textOf(field, maskStoredKeyword) === 'plain'}
            onCheckedChange={(checked) =>
              onChange({ set: { [maskStoredKeyword]: checked === true ? 'plain' : '' } })
            }
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

const ruleTitles: Record<string, string> = {
  required: 'Message when it is missing',
  pattern: 'Message when its form is wrong',
}

/** The author's own words for what does not fit. */
export function MessageFields({ id, field, onChange }: SettingsProps) {
  const given = field.property[messageKeyword]
  const byRule = typeof given === 'object' && given !== null ? Object.entries(given) : undefined
  if (!byRule)
    return (
      <Labelled
        id={id}
        label="Message when it does not fit"
        help="Without it, each rule has a sentence of ours."
      >
        <Input
          id={id}
          value={textOf(field, messageKeyword)}
          onChange={({ target }) => onChange({ set: { [messageKeyword]: target.value } })}
        />
      </Labelled>
    )
  return byRule.map(([rule, text]) => (
    <Labelled key={rule} id={`${id}-${rule}`} label={ruleTitles[rule] ?? `Message for ${rule}`}>
      <Input
        id={`${id}-${rule}`}
        value={typeof text === 'string' ? text : ''}
        disabled={typeof text !== 'string'}
        onChange={({ target }) =>
          onChange({
            set: { [messageKeyword]: { ...Object.fromEntries(byRule), [rule]: target.value } },
          })
        }
      />
    </Labelled>
  ))
}
