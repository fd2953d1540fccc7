'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOutIcon } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { LoadFailure } from '#components/shared/load-failure'
import { ConfirmButton } from '#components/shared/confirm-button'
import { formatAge, formatInstant } from '#components/shared/format'
import { discardAll } from '#components/storage/browser-storage'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import { queryOf, refresh } from '#components/shared/queries'
import {
  changePasswordContract,
  changePasswordSchema,
  endAllSessionsContract,
  endSessionContract,
  listSessionsContract,
} from '#lib/contracts/sessions'
import { call } from '#lib/http/client'
import { browserName } from './browser-name.ts'
import { TextField } from '#components/shared/text-field'

type Passwords = z.infer<typeof changePasswordSchema>
const empty: Passwords = { currentPassword: '', newPassword: '' }

function PasswordForm() {
  // No default values: they would replace what was typed before the page listened.
  const form = useForm<Passwords>({ resolver: zodResolver(changePasswordSchema) })
  const change = useMutation({
    mutationFn: (passwords: Passwords) => call(changePasswordContract, { body: passwords }),
    onSuccess: () => {
      form.reset(empty)
      toast.success('Your password is changed. Your other sessions are signed out.')
    },
    onError: (error) => form.setError('currentPassword', { message: error.message }),
  })
  const { errors } = form.formState
  return (
    <form
      className="max-w-md space-y-4"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((passwords) => change.mutate(passwords))(event)}
    >
      <TextField
        label="Present password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword}
        {...form.register('currentPassword')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help="At least 12 characters."
        error={errors.newPassword}
        {...form.register('newPassword')}
      />
      <Button type="submit" disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}

function Sessions() {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(listSessionsContract),
  })
  const end = useMutation({
    mutationFn: (id: string) => call(endSessionContract, { params: { id } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, listSessionsContract),
  })
  const endAll = useMutation({
    mutationFn: () => call(endAllSessionsContract),
    onSuccess: () => {
      discardAll()
      window.location.assign('/sign-in')
    },
    onError: (error) => toast.error(error.message),
  })
  if (query.isError)
    return (
      <LoadFailure what="Your sessions" error={query.error} onRetry={() => void query.refetch()} />
    )
  if (!query.data)
    return (
      <div aria-busy="true" aria-label="Loading your sessions">
        <Skeleton className="h-24 w-full" />
      </div>
    )
  return (
    <div className="space-y-3">
      <ul className="divide-y rounded-lg border bg-card" aria-label="Your sessions">
        {query.data.items.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
            <span className="min-w-0 flex-1 basis-60">
              <span className="block truncate" title={session.userAgent ?? undefined}>
                {browserName(session.userAgent)}
              </span>
              <span className="block text-muted-foreground">
                Signed in {formatInstant(session.createdAt)}, last seen{' '}
                {formatAge(session.lastSeenAt)}
              </span>
            </span>
            {session.current ? (
              <Badge variant="secondary">This browser</Badge>
            ) : (
              <Button variant="outline" size="sm" onClick={() => end.mutate(session.id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmButton
        icon={LogOutIcon}
        label="Sign out everywhere"
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        keep="Stay signed in"
        description="Every browser you are signed in with is signed out at once, this one included."
        onConfirm={() => endAll.mutate()}
      />
    </div>
  )
}

/** One's own password and sessions. */
export function Profile({ hasPassword }: { hasPassword: boolean }) {
  return (
    <div className="space-y-8">
      <section className="space-y-4" aria-labelledby="password-title">
        <h2 id="password-title" className="text-base font-semibold">
          Password
        </h2>
        {hasPassword ? (
          <PasswordForm />
        ) : (
          <p className="text-sm text-muted-foreground">
            You sign in by single sign-on; there is no password here.
          </p>
        )}
      </section>
      <section className="space-y-4" aria-labelledby="sessions-title">
        <h2 id="sessions-title" className="text-base font-semibold">
          Where you are signed in
        </h2>
        <Sessions />
      </section>
    </div>
  )
}
