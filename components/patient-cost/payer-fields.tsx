import { Trash2Icon } from 'lucide-react'
import { NativeSelect } from '#components/shared/native-select'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Textarea } from '#components/ui/textarea'
import { coordinationMethods } from '#lib/domain/patient-cost/request'
import type { PayerFields as Payer } from './estimate.ts'
import { Field } from './field.tsx'
import { EnteredPlanFields } from './entered-plan-fields.tsx'

const positions = ['Primary', 'Secondary', 'Tertiary', 'Fourth', 'Fifth']
const words = (method: string) =>
  method
    .replaceAll('-', ' ')
    .replace(/^./, (first) => first.toUpperCase())
    .replace('Naic', 'NAIC')

type Props = {
  payer: Payer
  index: number
  connections: { slug: string; name: string }[]
  loading: boolean
  error(field: string): string | undefined
  onChange(changed: Partial<Payer>): void
  onRemove(): void
}

/** One payer: asked through a clearinghouse, or an eligibility answer pasted. */
export function PayerFields({
  payer,
  index,
  connections,
  loading,
  error,
  onChange,
  onRemove,
}: Props) {
  const name = positions[index] ?? `Payer ${index + 1}`
  return (
    <fieldset className="space-y-3 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">{name} payer</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Eligibility" error={undefined}>
          {(given) => (
            <NativeSelect
              {...given}
              value={payer.source}
              onChange={(event) =>
                onChange({ source: event.target.value === 'paste' ? 'paste' : 'ask' })
              }
            >
              <option value="ask">Ask the payer</option>
              <option value="paste">Paste an answer</option>
            </NativeSelect>
          )}
        </Field>
        {payer.source === 'ask' ? (
          <>
            <Field label="Clearinghouse" error={error('connection')}>
              {(given) => (
                <NativeSelect
                  {...given}
                  value={payer.connection}
                  onChange={(event) => onChange({ connection: event.target.value })}
                >
                  {connections.length === 0 ? (
                    <option value="">{loading ? 'Loading…' : 'No connection yet'}</option>
                  ) : null}
                  {connections.map((connection) => (
                    <option key={connection.slug} value={connection.slug}>
                      {connection.name}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
            <Field label="Payer id" error={error('payerId')}>
              {(given) => (
                <Input
                  {...given}
                  value={payer.payerId}
                  placeholder="e.g. EVERGREEN"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => onChange({ payerId: event.target.value })}
                />
              )}
            </Field>
            <Field label="Member id" error={error('memberId')}>
              {(given) => (
                <Input
                  {...given}
                  value={payer.memberId}
                  placeholder="e.g. EVG1001"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => onChange({ memberId: event.target.value })}
                />
              )}
            </Field>
          </>
        ) : (
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
        )}
        {index > 0 ? (
          <Field label="Coordination" error={error('coordination')}>
            {(given) => (
              <NativeSelect
                {...given}
                value={payer.coordination}
                onChange={(event) =>
                  onChange({
                    coordination:
                      coordinationMethods.find((method) => method === event.target.value) ?? '',
                  })
                }
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
        ) : null}
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
