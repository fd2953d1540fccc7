'use client'

import { ToggleGroup } from 'radix-ui'

type Props<Value extends string> = {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChange(value: NoInfer<Value>): void
}

/** One choice out of a few, all visible: a filter. Arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        // Pressing the chosen one again would leave none.
        if (next) onChange(next as Value)
      }}
      className="inline-flex h-9 w-fit max-w-full items-center overflow-x-auto rounded-lg bg-muted p-1 text-muted-foreground"
    >
      {Object.entries<string>(options).map(([option, title]) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          className="inline-flex h-7 items-center justify-center rounded-md px-3 text-sm font-medium whitespace-nowrap outline-none transition-colors hover:text-foreground focus-visible:ring-2 focus-visible:ring-ring data-[state=on]:bg-background data-[state=on]:text-foreground data-[state=on]:shadow-sm"
        >
          {title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
