import { Input } from '#components/ui/input/input'

type Props = {
  label: string
  value: string
  onChange(day: string): void
  min?: string
  max?: string
}

/** Narrows a list by a day of the organization's zone. */
export function DayFilter({ label, onChange, ...bounds }: Props) {
  return (
    <label className="grid gap-1 text-sm max-sm:min-w-36 max-sm:flex-1">
      {label}
      <Input type="date" {...bounds} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}
