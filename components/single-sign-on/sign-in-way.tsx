'use client'

import { Button } from '#components/ui/input/button'
import { startOf, type SsoWay } from './find-way.ts'

type Props = { way: SsoWay; next: string; email: string; disabled: boolean }

/** The way to the provider of a person's own organization; nothing when it has none. */
export function SignInWay({ way, next, email, disabled }: Props) {
  if (!way) return null
  return (
    <div className="space-y-2">
      <Button
        type="button"
        className="w-full"
        variant={way.enforced ? 'default' : 'outline'}
        disabled={disabled}
        onClick={() => window.location.assign(startOf(way, next, email))}
      >
        Continue with {way.name}
      </Button>
      {way.enforced ? (
        <p className="text-xs text-muted-foreground">
          Your organization wants you to sign in this way.
        </p>
      ) : null}
    </div>
  )
}
