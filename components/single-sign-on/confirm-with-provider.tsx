import { Button } from '#components/ui/input/button'

/**
 * The way to confirm oneself by the provider that started the session. In a tab of its own, so that
 * what was typed here stays; that tab tells the others when it is done (`session-channel`).
 */
export function ConfirmWithProvider({ name, isOnly }: { name: string; isOnly: boolean }) {
  return (
    <div className="space-y-3 text-sm">
      <p className="text-muted-foreground">
        {name} opens in a new tab and asks who you are. This page goes on by itself.
      </p>
      <Button asChild variant={isOnly ? 'default' : 'outline'} className="w-full">
        <a href="/api/auth/sso/confirm" target="_blank" rel="noreferrer">
          Continue with {name}
        </a>
      </Button>
    </div>
  )
}
