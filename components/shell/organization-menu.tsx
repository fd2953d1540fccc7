'use client'

import { ChevronsUpDownIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { Elsewhere, Membership } from '#lib/contracts/organization/memberships'
import { enterOrganization } from './enter-organization.ts'
import { signOut } from './sign-out.ts'

type Props = { name: string; memberships: Membership[]; elsewhere: Elsewhere[] }

const triggerClass =
  'flex max-w-full items-center gap-1 rounded-sm text-left text-xs text-muted-foreground ' +
  'outline-none hover:text-foreground focus-visible:ring-2 focus-visible:ring-ring'

const linesOf = ({ cell, organizations }: Elsewhere) =>
  organizations.length === 0
    ? [{ key: cell, cell, name: 'Organizations of your other account', roleName: '' }]
    : organizations.map(({ organizationId, organization, roleName }) => ({
        key: organizationId,
        cell,
        name: organization,
        roleName,
      }))

/** Their accounts in other clusters: each asks for its own password or passkey. */
function ElsewhereItems({ elsewhere }: Pick<Props, 'elsewhere'>) {
  const signInAt = (cell: string) => {
    const there = `/sign-in?${new URLSearchParams({ cell })}`
    signOut(there).catch((error: Error) => toast.error(error.message))
  }
  return (
    <DropdownMenuGroup aria-label="Other accounts of yours">
      <DropdownMenuSeparator />
      <DropdownMenuLabel className="text-xs font-normal text-muted-foreground">
        With another account of yours: you sign in again
      </DropdownMenuLabel>
      {elsewhere.flatMap(linesOf).map(({ key, cell, name, roleName }) => (
        <DropdownMenuItem key={key} onSelect={() => signInAt(cell)}>
          <span className="min-w-0 flex-1 break-words">{name}</span>
          <span className="text-xs text-muted-foreground">{roleName}</span>
        </DropdownMenuItem>
      ))}
    </DropdownMenuGroup>
  )
}

/** The organization that the person works in, and the others to which they belong. */
export function OrganizationMenu({ name, memberships, elsewhere }: Props) {
  const current = memberships.find((membership) => membership.current)
  const enter = (organizationId: string) => {
    if (organizationId === current?.organizationId) return
    enterOrganization(organizationId, '/').catch((error: Error) => toast.error(error.message))
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={triggerClass} aria-label={`Organization: ${name}. Change it`}>
        <span className="truncate" title={name}>
          {name}
        </span>
        <ChevronsUpDownIcon className="size-3 shrink-0" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-h-80 w-72 overflow-y-auto">
        <DropdownMenuLabel className="text-xs font-normal text-muted-foreground">
          Your organizations
        </DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={current?.organizationId ?? ''}
          onValueChange={enter}
          aria-label="Organization"
        >
          {memberships.map(({ organizationId, organization, roleName }) => (
            <DropdownMenuRadioItem key={organizationId} value={organizationId}>
              <span className="min-w-0 flex-1 break-words">{organization}</span>
              <span className="text-xs text-muted-foreground">{roleName}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {elsewhere.length > 0 ? <ElsewhereItems elsewhere={elsewhere} /> : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
