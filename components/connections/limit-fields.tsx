import { Label } from '#components/ui/label'
import { NumberInput } from '#components/ui/number-input'
import type { ConnectionView } from '#lib/contracts/connections'

type Limits = ConnectionView['limits']
type Props = { limits: Limits; onChange(limits: Limits): void }

const fields: { name: keyof Limits; label: string; max: number }[] = [
  { name: 'concurrent', label: 'Calls at once', max: 1000 },
  { name: 'perMinute', label: 'Calls a minute', max: 100_000 },
]

/** How much of the provider all machines together may use. */
export function LimitFields({ limits, onChange }: Props) {
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Limits</legend>
      <p id="connection-limits-help" className="text-xs text-muted-foreground">
        Empty: none. A step over a limit waits for its turn, a system that calls is told when to ask
        again.
      </p>
      <div className="grid grid-cols-2 gap-4">
        {fields.map(({ name, label, max }) => (
          <div key={name} className="space-y-1.5">
            <Label htmlFor={`connection-${name}`} className="text-xs">
              {label}
            </Label>
            <NumberInput
              id={`connection-${name}`}
              min={1}
              max={max}
              value={limits[name]}
              aria-describedby="connection-limits-help"
              onChange={(limit) => onChange({ ...limits, [name]: limit ?? null })}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
