import { CheckCircle2Icon, XCircleIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import type { HomeView } from '#lib/contracts/service/home'

/**
 * Workflows whose runs failed in the last 24 hours, the worst first, each with a link to its failed
 * runs and to the last of them.
 */
export function FailingWorkflows({ failing }: { failing: HomeView['failing'] }) {
  if (failing.length === 0)
    return (
      <p className="flex items-center gap-2 px-1 text-sm text-muted-foreground">
        <CheckCircle2Icon className="size-4 shrink-0" aria-hidden /> Nothing failed in the last 24
        hours.
      </p>
    )
  return (
    <Card>
      <CardHeader>
        <CardTitle>Failing</CardTitle>
        <CardDescription>Failed runs of the last 24 hours</CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="divide-y">
          {failing.map(({ workflow, failed, lastRunId, lastAt }) => (
            <li
              key={workflow.id}
              className="flex items-start gap-3 py-2 text-sm first:pt-0 last:pb-0"
            >
              <XCircleIcon className="mt-0.5 size-4 shrink-0 text-destructive" aria-hidden />
              <span className="min-w-0 flex-1">
                <Link
                  href={`/runs?status=failing&workflow=${encodeURIComponent(workflow.slug)}`}
                  className="block truncate font-medium underline-offset-2 hover:underline"
                >
                  {workflow.name}
                </Link>
                <span className="text-muted-foreground">
                  {failed} failed ·{' '}
                  <Link href={`/runs/${lastRunId}`} className="underline underline-offset-2">
                    last one
                  </Link>{' '}
                  <Age at={lastAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
