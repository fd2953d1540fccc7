'use client'

import {
  Building2Icon,
  StethoscopeIcon,
  LockIcon,
  LogOutIcon,
  MonitorIcon,
  MonitorOffIcon,
  MoonIcon,
  SunIcon,
  UserIcon,
} from 'lucide-react'
import { useTheme } from 'next-themes'
import { Link } from '#components/shared/navigation/link'
import { toast } from '#components/shared/messages/toast'
import { forgetBrowser } from '#components/notifications/this-browser'
import { lockNow } from '#components/session/lock-now'
import { discardAll } from '#components/storage/browser-storage'
import { initialsOf } from '#components/shared/display/initials'
import { cn } from '#components/ui/cn'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { endAllSessionsContract } from '#lib/contracts/organization/sessions'
import { call } from '#lib/http/client'
import { signOut } from './sign-out.ts'

export type ShellUser = {
  name: string
  email: string | null
  roleName: string
  permissions: readonly string[]
  /** Whether they create the organizations of this installation. */
  isInstanceAdministrator: boolean
}

const themes = [
  { value: 'light', title: 'Light', icon: SunIcon },
  { value: 'dark', title: 'Dark', icon: MoonIcon },
  { value: 'system', title: 'As the system', icon: MonitorIcon },
]

async function endEverywhere(): Promise<void> {
  await forgetBrowser()
  await call(endAllSessionsContract)
  discardAll()
  window.location.assign('/sign-in')
}

const orShowFailure = (work: Promise<void>): void =>
  void work.catch((error: Error) => toast.error(error.message))

/** The ways to leave this browser, for a while or for good. */
function WaysOut() {
  return (
    <>
      <DropdownMenuItem onSelect={() => orShowFailure(lockNow())}>
        <LockIcon aria-hidden /> Lock
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => orShowFailure(signOut())}>
        <LogOutIcon aria-hidden /> Sign out
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => orShowFailure(endEverywhere())}>
        <MonitorOffIcon aria-hidden /> Sign out everywhere
      </DropdownMenuItem>
    </>
  )
}

/** The signed-in person, the theme, and the ways out. */
export function UserMenu({ user, collapsed = false }: { user: ShellUser; collapsed?: boolean }) {
  const { theme = 'system', setTheme } = useTheme()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Account of ${user.name}`}
        className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring"
      >
        <span
          aria-hidden
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-primary text-xs font-semibold text-primary-foreground"
        >
          {initialsOf(user.name)}
        </span>
        <span className={cn('min-w-0 flex-1 leading-tight', collapsed && 'sr-only')}>
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted-foreground">{user.roleName}</span>
        </span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <DropdownMenuLabel className="font-normal">
          <span className="block truncate font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted-foreground">{user.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/settings?tab=profile">
            <UserIcon aria-hidden /> Profile and sessions
          </Link>
        </DropdownMenuItem>
        {user.isInstanceAdministrator ? (
          <>
            <DropdownMenuItem asChild>
              <Link href="/organizations">
                <Building2Icon aria-hidden /> Organizations
              </Link>
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <Link href="/installation">
                <StethoscopeIcon aria-hidden /> Installation
              </Link>
            </DropdownMenuItem>
          </>
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup value={theme} onValueChange={setTheme} aria-label="Theme">
          {themes.map(({ value, title, icon: Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden /> {title}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <WaysOut />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
