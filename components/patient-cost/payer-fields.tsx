import { Trash2Icon } from 'lucide-react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Textarea } from '#components/ui/input/textarea'
import { coordinationMethods } from '#lib/domain/patient-cost/coordination-methods'
import type { PayerFields as Payer } from './estimate.ts'
import { Field } from './field.tsx'
import { EnteredPlanFields } from './entered-plan-fields.tsx'

const positions = ['Primary', 'Secondary', 'Tertiary', 'Fourth', 'Fifth']
/** The name of a coordination method: `Non duplication`, `NAIC`. */
const words = (method: string) =>
  method
    .replaceAll('-', ' ')
    .replace(/^./, (first) => first.toUpperCase())
    .replace('Naic', 'NAIC')

type Props = {
  payer: Payer
  index: number
  connections: { slug: string; name: string }[]
  /** What is said while there is no connection to choose. */
  without: string
  error(field: string): string | undefined
  onChange(changed: Partial<Payer>): void
  onRemove(): void
}

/** One payer: asked through a clearinghouse, or with a pasted eligibility answer. */
export function PayerFields(props: Props) {
  const { payer, index, error, onChange, onRemove } = props
  const name = positions[index] ?? `Payer ${index + 1}`
  return (
    <fieldset className="space-y-3 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">{name} payer</legend>
      <div className="grid grid-cols-2 gap-3">
        <SourceField {...props} />
        {payer.source === 'ask' ? <AskFields {...props} /> : <PasteField {...props} />}
        {index > 0 ? <CoordinationField {...props} /> : null}
        <EnteredPlanFields
          entered={payer.entered}
          error={error}
          onChange={(entered) => onChange({ entered })}
        />
        <div className="col-start-2 flex items-end justify-end">
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={onRemove}
            aria-label={`Remove the ${name.toLowerCase()} payer`}
          >
            <Trash2Icon aria-hidden /> Remove
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

function SourceField({ payer, onChange }: Props) {
  return (
    <Field label="Eligibility" error={undefined}>
      {(given) => (
        <NativeSelect
          {...given}
          value={payer.source}
          onChange={({ target }) =>
            onChange({ source: target.value === 'paste' ? 'paste' : 'ask' })
          }
        >
          <option value="ask">Ask the payer</option>
          <option value="paste">Paste an answer</option>
        </NativeSelect>
      )}
    </Field>
  )
}

function AskFields(props: Props) {
  return (
    <>
      <ClearinghouseField {...props} />
      <IdField {...props} field="payerId" label="Payer id" placeholder="e.g. EVERGREEN" />
      <IdField {...props} field="memberId" label="Member id" placeholder="e.g. EVG1001" />
    </>
  )
}

function ClearinghouseField({ payer, connections, without, error, onChange }: Props) {
  return (
    <Field label="Clearinghouse" error={error('connection')}>
      {(given) => (
        <NativeSelect
          {...given}
          value={payer.connection}
          onChange={(event) => onChange({ connection: event.target.value })}
        >
          {connections.length === 0 ? <option value="">{without}</option> : null}
          {connections.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}

type IdProps = Props & { field: 'payerId' | 'memberId'; label: string; placeholder: string }

function IdField({ payer, field, label, placeholder, error, onChange }: IdProps) {
  return (
    <Field label={label} error={error(field)}>
      {(given) => (
        <Input
          {...given}
          value={payer[field]}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
}

function PasteField({ payer, error, onChange }: Props) {
  return (
    <Field
      label="Eligibility answer (271 as JSON or X12)"
      error={error('pasted')}
      className="col-span-2"
    >
      {(given) => (
        <Textarea
          {...given}
          value={payer.pasted}
          className="max-h-60 min-h-28 font-mono text-xs"
          spellCheck={false}
          onChange={(event) => onChange({ pasted: event.target.value })}
        />
      )}
    </Field>
  )
}

function CoordinationField({ payer, error, onChange }: Props) {
  const change = (value: string) =>
    onChange({ coordination: coordinationMethods.find((method) => method === value) ?? '' })
  return (
    <Field label="Coordination" error={error('coordination')}>
      {(given) => (
        <NativeSelect
          {...given}
          value={payer.coordination}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">As this kind of payer does</option>
          {coordinationMethods.map((method) => (
            <option key={method} value={method}>
              {words(method)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}
