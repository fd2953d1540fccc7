import { Controller, type UseFormReturn } from 'react-hook-form'
import { Label } from '#components/ui/input/label'
import { NumberInput } from '#components/ui/input/number-input'
import type { ConnectionDraft } from './save-connection.ts'

const fields = [
  { key: 'concurrent', label: 'Calls at once', max: 1000 },
  { key: 'perMinute', label: 'Calls a minute', max: 100_000 },
] as const

/** How much of the provider all machines together may use. */
export function LimitFields({ form }: { form: UseFormReturn<ConnectionDraft> }) {
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Limits</legend>
      <p id="connection-limits-help" className="text-xs text-muted-foreground">
        Empty: none. A step over a limit waits for its turn, a system that calls is told when to ask
        again.
      </p>
      <div className="grid grid-cols-2 gap-4">
        {fields.map(({ key, label, max }) => (
          <div key={key} className="space-y-1.5">
            <Label htmlFor={`connection-${key}`} className="text-xs">
              {label}
            </Label>
            <Controller
              control={form.control}
              name={`limits.${key}`}
              // Text that is no number would be sent as no limit.
              rules={{ validate: (limit) => !Number.isNaN(limit) }}
              render={({ field }) => (
                <NumberInput
                  id={`connection-${key}`}
                  ref={field.ref}
                  min={1}
                  max={max}
                  value={field.value}
                  aria-describedby="connection-limits-help"
                  onChange={(limit) => field.onChange(limit ?? null)}
                  onBlur={field.onBlur}
                />
              )}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
