import { CircleAlertIcon } from 'lucide-react'
import { useFormTexts } from '../texts.ts'
import type { FormError } from './form-errors.ts'

type Props = { errors: FormError[]; onLead(error: FormError): void }

/** Above a form with several faults: what is wrong where, each leading to its field. */
export function ErrorSummary({ errors, onLead }: Props) {
  const { count } = useFormTexts()
  if (errors.length === 0) return null
  return (
    <div
      role="alert"
      className="rounded-md border border-destructive/50 p-4 text-sm text-destructive"
    >
      <p className="flex items-center gap-2 font-medium">
        <CircleAlertIcon aria-hidden className="size-4 shrink-0" />
        {count('errors', errors.length)}
      </p>
      <ul className="mt-2 space-y-1 ps-6">
        {errors.map((error) => (
          <li key={error.path.join('.')}>
            <button
              type="button"
              className="min-h-6 rounded text-start underline outline-none focus-visible:ring-2 focus-visible:ring-ring"
              onClick={() => onLead(error)}
            >
              {error.title}: {error.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
