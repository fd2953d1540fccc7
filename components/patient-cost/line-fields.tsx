import { Trash2Icon } from 'lucide-react'
import { NativeSelect } from '#components/shared/native-select'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import type { LineFields as Line } from './estimate.ts'
import { Field } from './field.tsx'

/** CMS place of service codes that a front desk meets. */
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
export function LineFields({ line, number, error, onChange, onRemove }: Props) {
  const text = (
    field: 'procedureCode' | 'serviceTypeCode' | 'charge' | 'allowed',
    label: string,
    placeholder: string,
    numeric = false,
  ) => (
    <Field label={label} error={error(field)}>
      {(given) => (
        <Input
          {...given}
          value={line[field]}
          placeholder={placeholder}
          inputMode={numeric ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset className="space-y-2 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">Service {number}</legend>
      <div className="grid grid-cols-2 gap-3">
        {text('procedureCode', 'Procedure code', 'e.g. 70551')}
        {text('serviceTypeCode', 'Service type', 'X12, e.g. 98')}
        {text('charge', 'Charge ($)', '0.00', true)}
        {text('allowed', 'Allowed ($)', 'as charged', true)}
        <Field label="Network" error={error('network')}>
          {(given) => (
            <NativeSelect
              {...given}
              value={line.network}
              onChange={(event) =>
                onChange({ network: event.target.value === 'out' ? 'out' : 'in' })
              }
            >
              <option value="in">In network</option>
              <option value="out">Out of network</option>
            </NativeSelect>
          )}
        </Field>
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
