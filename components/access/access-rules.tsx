'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  listRolesContract,
  type AccessView,
  type RoleView,
} from '#lib/contracts/organization/access'
import {
  inForceFor,
  linesOf,
  permissionByDefault,
  sentenceOf,
  whereWords,
  type Line,
  type ScreenStep,
} from './access-words.ts'
import { EditLine } from './edit-line.tsx'
import { useAccess, type AccessAt } from './use-access.ts'

const noScreens: ScreenStep[] = []

/** The names of the roles that may do what a line is about where no rule speaks. */
const rolesFor = (roles: readonly RoleView[], { verb }: Line): string[] =>
  roles
    .filter(({ permissions }) => permissions.includes(permissionByDefault[verb] ?? ''))
    .map(({ name }) => name)

type LineProps = {
  view: AccessView
  line: Line
  roles: readonly RoleView[]
  onEdit: (() => void) | undefined
}

function RuleLine({ view, line, roles, onEdit }: LineProps) {
  const rule = inForceFor(view, line)
  const isOwn = rule?.id === view.id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <span className="sr-only">{line.title}: </span>
        {sentenceOf(view, line, rule, rolesFor(roles, line))}
      </p>
      <Badge variant={isOwn ? 'secondary' : 'outline'}>{whereWords(view, rule, line)}</Badge>
      {onEdit ? (
        <Button type="button" variant="ghost" size="sm" onClick={onEdit}>
          Change<span className="sr-only">: {line.title}</span>
        </Button>
      ) : null}
    </li>
  )
}

function ChangedBy({ changedBy, changedAt }: AccessView) {
  if (!changedBy || !changedAt) return null
  return (
    <p className="text-xs text-muted-foreground">
      Changed by {changedBy} on {formatInstant(changedAt)}
    </p>
  )
}

type Props = {
  at: AccessAt
  canManage: boolean
  /** The screens of a workflow, each of which may have a rule of its own. */
  screens?: readonly ScreenStep[]
}

/** Who may do what at a place, a sentence a line, and where each comes from. */
export function AccessRulesList({ at, canManage, screens = noScreens }: Props) {
  const { query, set } = useAccess(at)
  const roles = useQuery(queryOf(listRolesContract)).data?.items ?? []
  const [edited, edit] = useState<Line>()
  const close = () => {
    set.reset()
    edit(undefined)
  }
  return (
    <Loaded
      query={query}
      what="The access rules"
      loading={<LoadingRows label="Loading the access rules" rows={5} rowClass="h-10 w-full" />}
    >
      {(view) => (
        <div className="space-y-2">
          <ul aria-label="Access rules" className="divide-y rounded-lg border bg-card">
            {linesOf(view, screens).map((line) => (
              <RuleLine
                key={line.key}
                view={view}
                line={line}
                roles={roles}
                onEdit={canManage ? () => edit(line) : undefined}
              />
            ))}
          </ul>
          <ChangedBy {...view} />
          {edited ? (
            <EditLine
              line={edited}
              view={view}
              roles={rolesFor(roles, edited)}
              set={set}
              readAgain={async () => (await query.refetch()).data}
              onClose={close}
            />
          ) : null}
        </div>
      )}
    </Loaded>
  )
}
