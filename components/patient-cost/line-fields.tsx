import { Trash2Icon } from 'lucide-react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import type { LineFields as Line } from './estimate.ts'
import { Field } from './field.tsx'

/** The CMS place of service codes that a front desk needs. */
const places = [
  ['11', 'Office'],
  ['10', 'Telehealth, at home'],
  ['02', 'Telehealth, elsewhere'],
  ['12', 'Home'],
  ['19', 'Outpatient, off campus'],
  ['22', 'Outpatient, on campus'],
  ['20', 'Urgent care'],
  ['23', 'Emergency room'],
  ['21', 'Inpatient'],
  ['24', 'Surgery center'],
  ['31', 'Skilled nursing'],
  ['81', 'Laboratory'],
] as const

type Props = {
  line: Line
  number: number
  error(field: string): string | undefined
  onChange(changed: Partial<Line>): void
  onRemove: (() => void) | null
}

/** One service of the bill. */
export function LineFields(props: Props) {
  const { number, onRemove } = props
  return (
    <fieldset className="space-y-2 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">Service {number}</legend>
      <div className="grid grid-cols-2 gap-3">
        {textFields.map((field) => (
          <TextLineField key={field.name} {...props} field={field} />
        ))}
        <NetworkField {...props} />
        <PlaceField {...props} />
        {onRemove ? (
          <div className="col-span-2 flex items-end justify-end">
            <Button
              type="button"
              variant="ghost"
              size="sm"
              onClick={onRemove}
              aria-label={`Remove service ${number}`}
            >
              <Trash2Icon aria-hidden /> Remove
            </Button>
          </div>
        ) : null}
      </div>
    </fieldset>
  )
}

type TextField = {
  name: 'procedureCode' | 'serviceTypeCode' | 'charge' | 'allowed'
  label: string
  placeholder: string
  mode: 'text' | 'decimal'
}

const textFields: TextField[] = [
  { name: 'procedureCode', label: 'Procedure code', placeholder: 'e.g. 70551', mode: 'text' },
  { name: 'serviceTypeCode', label: 'Service type', placeholder: 'X12, e.g. 98', mode: 'text' },
  { name: 'charge', label: 'Charge ($)', placeholder: '0.00', mode: 'decimal' },
  { name: 'allowed', label: 'Allowed ($)', placeholder: 'as charged', mode: 'decimal' },
]

function TextLineField({ line, field, error, onChange }: Props & { field: TextField }) {
  const { name, label, placeholder, mode } = field
  return (
    <Field label={label} error={error(name)}>
      {(given) => (
        <Input
          {...given}
          value={line[name]}
          placeholder={placeholder}
          inputMode={mode}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

function NetworkField({ line, error, onChange }: Props) {
  return (
    <Field label="Network" error={error('network')}>
      {(given) => (
        <NativeSelect
          {...given}
          value={line.network}
          onChange={({ target }) => onChange({ network: target.value === 'out' ? 'out' : 'in' })}
        >
          <option value="in">In network</option>
          <option value="out">Out of network</option>
        </NativeSelect>
      )}
    </Field>
  )
}

function PlaceField({ line, error, onChange }: Props) {
  return (
    <Field label="Place of service" error={error('place')}>
      {(given) => (
        <NativeSelect
          {...given}
          value={line.place}
          onChange={(event) => onChange({ place: event.target.value })}
        >
          <option value="">As usual</option>
          {places.map(([code, title]) => (
            <option key={code} value={code}>
              {code} {title}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}
