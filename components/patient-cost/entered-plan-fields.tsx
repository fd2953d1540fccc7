import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import type { EnteredPlan } from './estimate.ts'
import { Field } from './field.tsx'

type Props = {
  entered: EnteredPlan
  error(field: string): string | undefined
  onChange(entered: EnteredPlan): void
}

const amounts = [
  ['copay', 'Copay ($)', '0.00'],
  ['coinsurance', 'Coinsurance (%)', 'e.g. 20'],
  ['deductibleLeft', 'Deductible left ($)', '0.00'],
  ['outOfPocketLeft', 'Out-of-pocket left ($)', '0.00'],
] as const

/** What the payer said by phone or in its portal; it overrides the eligibility answer. */
export function EnteredPlanFields({ entered, error, onChange }: Props) {
  const filled = Object.values(entered).some((text) => text !== '')
  const text = (field: keyof EnteredPlan, label: string, placeholder: string, numeric: boolean) => (
    <Field key={field} label={label} error={error(field)}>
      {(given) => (
        <Input
          {...given}
          value={entered[field]}
          placeholder={placeholder}
          inputMode={numeric ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={(event) => onChange({ ...entered, [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <details className="col-span-2 text-sm" open={filled || undefined}>
      <summary className="cursor-pointer rounded-sm text-muted-foreground">
        Known from the payer otherwise
      </summary>
      <div className="grid grid-cols-2 gap-3 pt-3">
        {amounts.map(([field, label, placeholder]) => text(field, label, placeholder, true))}
        <Field label="Deductible for this visit" error={error('order')}>
          {(given) => (
            <NativeSelect
              {...given}
              value={entered.order}
              onChange={({ target: { value } }) =>
                onChange({
                  ...entered,
                  order: value === 'after-deductible' || value === 'deductible-waived' ? value : '',
                })
              }
            >
              <option value="">As the answer says</option>
              <option value="after-deductible">Comes first</option>
              <option value="deductible-waived">Does not apply</option>
            </NativeSelect>
          )}
        </Field>
        {text('kindOfVisit', 'Kind of visit', 'e.g. Specialist', false)}
      </div>
    </details>
  )
}
