import { CheckCircle2Icon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { InboxRow } from '#components/inbox/inbox-row'
import { Button } from '#components/ui/input/button'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import type { HomeView } from '#lib/contracts/service/home'
import { countOf } from '#lib/domain/count-of'

/** The screens that wait for this person, the most urgent five. */
export function NeedsYou({ screens }: { screens: HomeView['screens'] }) {
  const more = screens.open - screens.top.length
  const claimed = screens.mine > 0 ? `, ${screens.mine} claimed by you` : ''
  const { open, overdue } = screens
  return (
    <Card>
      <CardHeader>
        <CardTitle>Needs you</CardTitle>
        <CardDescription>
          {open === 0 ? 'No screen waits for you.' : `${countOf(open, 'open screen')}${claimed}`}
          {overdue > 0 ? (
            <>
              {', '}
              <Link
                href="/inbox?due=overdue"
                className="font-medium text-destructive underline underline-offset-2"
              >
                {overdue} overdue
              </Link>
            </>
          ) : null}
        </CardDescription>
        <CardAction>
          <Button variant="outline" size="sm" asChild>
            <Link href="/inbox">Inbox</Link>
          </Button>
        </CardAction>
      </CardHeader>
      <CardContent>
        {screens.top.length === 0 ? (
          <p className="flex items-center gap-2 text-sm text-muted-foreground">
            <CheckCircle2Icon className="size-4 shrink-0" aria-hidden /> When a workflow needs a
            person, its screen appears here by itself.
          </p>
        ) : (
          <ul className="-mx-3 divide-y" aria-label="The most urgent screens">
            {screens.top.map((item) => (
              <InboxRow key={item.taskId} item={item} />
            ))}
          </ul>
        )}
        {more > 0 ? (
          <p className="mt-3 text-sm">
            <Link href="/inbox" className="underline underline-offset-2">
              {more} more in the inbox
            </Link>
          </p>
        ) : null}
      </CardContent>
    </Card>
  )
}
