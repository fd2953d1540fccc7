import { CheckCircle2Icon, CircleDashedIcon, XCircleIcon } from 'lucide-react'
import { Age } from '#components/shared/display/age'
import type { ConnectionView } from '#lib/contracts/integrations/connections'

/** The outcome of the last test, in a sentence. */
export function TestResult({ test }: { test: ConnectionView['lastTest'] }) {
  if (!test)
    return (
      <span className="inline-flex items-center gap-1.5 text-muted-foreground">
        <CircleDashedIcon className="size-4 shrink-0" aria-hidden /> Never tested
      </span>
    )
  const Icon = test.ok ? CheckCircle2Icon : XCircleIcon
  const tone = test.ok ? 'text-emerald-800 dark:text-emerald-300' : 'text-destructive'
  return (
    <span className={`inline-flex items-start gap-1.5 ${tone}`}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="line-clamp-2 min-w-0 break-words" title={test.message}>
        {test.ok ? 'Works' : 'Does not work'}: {test.message}{' '}
        <Age at={test.at} className="text-muted-foreground" />
      </span>
    </span>
  )
}
