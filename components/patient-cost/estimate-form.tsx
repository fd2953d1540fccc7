'use client'

import { CalculatorIcon, PlusIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import type { EstimateFields } from './estimate.ts'
import { asksPayers, isComplete, maxPayers, withConnections } from './estimate-fields.ts'
import { Field } from './field.tsx'
import { LineFields } from './line-fields.tsx'
import { PayerFields } from './payer-fields.tsx'
import { failuresOf, type useEstimateForm } from './use-estimate-form.ts'

type Props = {
  form: ReturnType<typeof useEstimateForm>
  clearinghouses: { slug: string; name: string }[]
  /** What is said instead of a clearinghouse to choose. */
  without: string
  busy: boolean
  error: Error | null
  onSubmit(fields: EstimateFields): void
}

type PartProps = Props & { fields: EstimateFields; errorOf(path: string): string | undefined }

/** The services, the payers and what both need. */
export function EstimateForm(props: Props) {
  const { form, clearinghouses, busy, error, onSubmit } = props
  const fields = withConnections(form.fields, clearinghouses)
  const { errorOf, general } = failuresOf(error, fields)
  const parts = { ...props, fields, errorOf }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(fields)
      }}
      noValidate
      className="space-y-4"
      aria-label="Services and payers"
    >
      <Field label="Date of service (today when empty)" error={errorOf('dateOfService')}>
        {(given) => (
          <Input
            {...given}
            type="date"
            value={fields.dateOfService}
            onChange={(event) => form.change({ dateOfService: event.target.value })}
          />
        )}
      </Field>
      <Lines {...parts} />
      <Payers {...parts} />
      {asksPayers(fields) ? <Npi {...parts} /> : null}
      {general ? (
        <p role="alert" className="text-sm text-destructive">
          {general}
        </p>
      ) : null}
      <Button type="submit" className="w-full" disabled={!isComplete(fields) || busy}>
        <CalculatorIcon aria-hidden /> {busy ? 'Working it out…' : 'Work out the cost'}
      </Button>
    </form>
  )
}

function Lines({ form, fields, errorOf }: PartProps) {
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  return (
    <div className="space-y-4" {...keptFocus}>
      {fields.lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          number={index + 1}
          error={(field) => errorOf(`${line.key}.${field}`)}
          onChange={(changed) => form.changeLine(line.key, changed)}
          onRemove={fields.lines.length > 1 ? () => form.removeLine(line.key) : null}
        />
      ))}
      <Button type="button" variant="outline" size="sm" onClick={form.addLine}>
        <PlusIcon aria-hidden /> Add a service
      </Button>
    </div>
  )
}

function Payers({ form, fields, clearinghouses, without, errorOf }: PartProps) {
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  return (
    <div className="space-y-4" {...keptFocus}>
      {fields.payers.map((payer, index) => (
        <PayerFields
          key={payer.key}
          payer={payer}
          index={index}
          connections={clearinghouses}
          without={without}
          error={(field) => errorOf(`${payer.key}.${field}`)}
          onChange={(changed) => form.changePayer(payer.key, changed)}
          onRemove={() => form.removePayer(payer.key)}
        />
      ))}
      {fields.payers.length < maxPayers ? (
        <Button type="button" variant="outline" size="sm" onClick={form.addPayer}>
          <PlusIcon aria-hidden /> Add a payer
        </Button>
      ) : null}
    </div>
  )
}

function Npi({ form, fields, errorOf }: PartProps) {
  return (
    <Field label="Your NPI" error={errorOf('npi')}>
      {(given) => (
        <Input
          {...given}
          value={fields.npi}
          placeholder="Ten digits"
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => form.change({ npi: event.target.value })}
        />
      )}
    </Field>
  )
}
