'use client'

import { createContext, useContext, useId, useMemo, useState, type ReactNode } from 'react'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'

type Credential = { key: string; setKey(key: string): void }
const CredentialContext = createContext<Credential>({ key: '', setKey: () => {} })

/** The typed API key. It is only in the memory of the page. */
export const useCredential = (): Credential => useContext(CredentialContext)

/** Shares the typed API key with the pages of the reference. */
export function CredentialProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState('')
  const value = useMemo(() => ({ key, setKey }), [key])
  return <CredentialContext value={value}>{children}</CredentialContext>
}

/** The field for the API key of trial requests. */
export function CredentialField() {
  const { key, setKey } = useCredential()
  const id = useId()
  return (
    <div className="max-w-md space-y-1.5 rounded-lg border bg-card p-4">
      <Label htmlFor={id}>API key for “Try it”</Label>
      <Input
        id={id}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={key}
        placeholder="rk_live_…"
        aria-describedby={`${id}-help`}
        onChange={(event) => setKey(event.target.value.trim())}
      />
      <p id={`${id}-help`} className="text-xs text-muted-foreground">
        Kept in this tab only, and forgotten when you leave the reference. Without a key your own
        sign-in is used. Requests act on real data.
      </p>
    </div>
  )
}
