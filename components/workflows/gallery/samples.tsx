import { PlayIcon } from 'lucide-react'
import { Fact, Facts } from '#components/shared/display/facts'
import { Button } from '#components/ui/input/button'
import type { GalleryDetail } from '#lib/contracts/workflows/gallery'

/** The title of a field of the start form; its name where it has none. */
function titleOf(startData: Record<string, unknown>, name: string): string {
  const properties = startData['properties'] as Record<string, { title?: string }> | undefined
  return properties?.[name]?.title ?? name
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join('; ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(textOf).join(', ')
  return String(value)
}

type Props = {
  workflow: GalleryDetail
  /** Undefined for people who may not create workflows. */
  onTry: ((index: number) => void) | undefined
  busy: boolean
}

/** The cases to try the workflow with: what is in them, and what to answer. */
export function Samples({ workflow: { samples, definition }, onTry, busy }: Props) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2" aria-label="Sample cases">
      {samples.map(({ name, explains, startData }, index) => (
        <li key={name} className="flex flex-col gap-3 rounded-xl border bg-card p-4">
          <div className="space-y-1">
            <h3 className="font-semibold">{name}</h3>
            <p className="text-sm text-muted-foreground">{explains}</p>
          </div>
          <details className="text-sm">
            <summary className="cursor-pointer rounded-sm py-0.5 outline-none focus-visible:ring-2 focus-visible:ring-ring">
              What it starts with
            </summary>
            <div className="pt-2">
              <Facts>
                {Object.entries(startData).map(([field, value]) => (
                  <Fact key={field} name={titleOf(definition.startData, field)}>
                    {textOf(value)}
                  </Fact>
                ))}
              </Facts>
            </div>
          </details>
          {onTry ? (
            <Button
              variant="outline"
              className="mt-auto self-start"
              disabled={busy}
              aria-label={`Try this case: ${name}`}
              onClick={() => onTry(index)}
            >
              <PlayIcon aria-hidden /> Try this case
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
