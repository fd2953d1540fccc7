'use client'

import { useQuery } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { queryOf } from '#components/shared/loading/queries'
import { listMembershipsContract, type LinkedKind } from '#lib/contracts/organization/memberships'
import { ApiFailure } from '#lib/http/client'
import { enterOrganization } from './enter-organization.ts'

type Props = {
  kind: LinkedKind
  /** Of a form its slug, of a workflow either. */
  id: string
  error: Error
}

const words: Record<LinkedKind, string> = {
  run: 'This run',
  screen: 'This screen',
  workflow: 'This workflow',
  form: 'A form with this address',
  file: 'This file',
  schedule: 'This schedule',
  connection: 'This connection',
  policy: 'A policy of this name',
  mail: 'This mail',
  letter: 'This letter',
  member: 'This person',
}

const here = (): string => window.location.pathname + window.location.search

/**
 * Shown below the failure of a page. When the thing of its link was not found here, but exists in
 * another organization of the person, it says so and offers to go there.
 */
export function FoundElsewhere({ kind, id, error }: Props) {
  const missing = error instanceof ApiFailure && error.status === 404
  const { data } = useQuery({
    ...queryOf(listMembershipsContract, { query: { kind, id } }),
    enabled: missing,
  })
  const others = missing ? (data?.items ?? []).filter(({ current }) => !current) : []
  if (others.length === 0) return null
  const enter = (organizationId: string) =>
    enterOrganization(organizationId, here()).catch((failure: Error) =>
      toast.error(failure.message),
    )
  return (
    <Alert>
      <AlertTitle>{words[kind]} belongs to another organization of yours</AlertTitle>
      <AlertDescription>
        <span className="flex flex-wrap gap-2">
          {others.map(({ organizationId, organization }) => (
            <Button key={organizationId} size="sm" onClick={() => void enter(organizationId)}>
              Go on in {organization}
            </Button>
          ))}
        </span>
      </AlertDescription>
    </Alert>
  )
}
