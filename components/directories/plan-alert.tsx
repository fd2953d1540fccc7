'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { TriangleAlertIcon, UserCheckIcon, UserMinusIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import {
  decideDirectoryPlanContract,
  listDirectoryUsersContract,
  type DirectoryPlanView,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { PeopleTable } from './directory-people.tsx'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

type Props = { directory: DirectoryView; plan: DirectoryPlanView }

function Leavers({ directory }: Pick<Props, 'directory'>) {
  const query = useInfiniteQuery(
    pagesOf(listDirectoryUsersContract, {
      params: { id: directory.id },
      query: { waits: 'true' },
    }),
  )
  return (
    <PagedList query={query} what="The people" skeletons={{ rows: 2, height: 'h-10' }} empty={null}>
      {(people) => <PeopleTable people={people} label={`People who wait, ${directory.name}`} />}
    </PagedList>
  )
}

/** Changes that would end the access of too many people: who they are, and what to do. */
export function PlanAlert({ directory, plan }: Props) {
  const again = useDirectoryRefresh()
  const decide = useMutation({
    mutationFn: (decision: 'activate' | 'keep') =>
      call(decideDirectoryPlanContract, {
        params: { id: directory.id },
        body: { plan: plan.id, leavers: plan.leavers, decision },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  const who = countOf(plan.leavers, 'person', 'people')
  return (
    <Alert variant="warning">
      <TriangleAlertIcon aria-hidden />
      <AlertTitle>
        {directory.name} would end the access of {who}
      </AlertTitle>
      <AlertDescription className="w-full">
        <p>
          That is more than a tenth of the {plan.members} members within an hour, so nothing happens
          until you decide. If it is a mistake, switch them on again in the directory: this plan
          then ends by itself.
        </p>
        <div className="w-full overflow-x-auto">
          <Leavers directory={directory} />
        </div>
        <div className="flex flex-wrap gap-2 pt-1">
          <ConfirmButton
            icon={UserMinusIcon}
            label="Activate"
            title={`End the access of ${who}?`}
            description="Their sessions, API keys and claims of open screens end at once. The directory can give the access back by switching them on."
            confirm="End their access"
            keep="Not yet"
            onConfirm={() => decide.mutate('activate')}
          />
          <ConfirmButton
            icon={UserCheckIcon}
            label="Keep the people"
            title={`Keep ${who} as members?`}
            description="They stay members as if you had added them by hand; this directory does not decide about them any more."
            confirm="Keep them"
            keep="Not yet"
            onConfirm={() => decide.mutate('keep')}
          />
        </div>
      </AlertDescription>
    </Alert>
  )
}
