'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatInstant } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  addTotpContract,
  getSecurityContract,
  removeTotpContract,
  startTotpContract,
  type SecurityView,
} from '#lib/contracts/organization/security'
import type { TotpSetUpView } from '#lib/contracts/organization/sign-in'
import { ApiFailure, call } from '#lib/http/client'
import { FactorRow } from './factor-row.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { TotpForm } from './totp-form.tsx'

/** The first wrong field says more than that there is one. */
const sentenceOf = (error: Error): string =>
  (error instanceof ApiFailure ? error.issues[0]?.message : undefined) ?? error.message

type SetUpProps = {
  view: TotpSetUpView
  onDone(codes: string[]): void
  onClose(): void
}

function SetUpDialog({ view, onDone, onClose }: SetUpProps) {
  const add = useMutation({
    mutationFn: (code: string) => call(addTotpContract, { body: { setUp: view.setUp, code } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="max-h-dvh overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Set up an authenticator app</DialogTitle>
          <DialogDescription>
            Scan this with an authenticator app or a password manager, then enter the six digits
            that it shows.
          </DialogDescription>
        </DialogHeader>
        {add.error ? (
          <Alert variant="destructive">
            <AlertDescription>{sentenceOf(add.error)}</AlertDescription>
          </Alert>
        ) : null}
        <TotpForm
          view={view}
          submit={add.isPending ? 'Checking…' : 'Confirm'}
          busy={add.isPending}
          onCode={(code) => add.mutate(code)}
        />
      </DialogContent>
    </Dialog>
  )
}

function RemoveApp() {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeTotpContract),
    onSuccess: () => toast.success('The authenticator app is removed.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, getSecurityContract),
  })
  return (
    <ConfirmButton
      icon={Trash2Icon}
      label="Remove"
      about="the authenticator app"
      title="Remove the authenticator app?"
      description="Its codes do not sign you in any more. Without another factor, your password alone does."
      confirm="Remove it"
      keep="Keep it"
      onConfirm={() => remove.mutate()}
    />
  )
}

/** The authenticator app: set up, replace, remove. */
export function AuthenticatorApp({ totp }: Pick<SecurityView, 'totp'>) {
  const client = useQueryClient()
  const [view, setView] = useState<TotpSetUpView>()
  const [codes, setCodes] = useState<string[]>()
  const start = useMutation({
    mutationFn: () => call(startTotpContract),
    onSuccess: setView,
    onError: (error) => toast.error(error.message),
  })
  const done = (recoveryCodes: string[]) => {
    setView(undefined)
    setCodes(recoveryCodes)
    void refresh(client, getSecurityContract)
  }
  return (
    <FactorRow
      title="Authenticator app"
      description={
        totp
          ? `Set up ${formatInstant(totp.createdAt)}.`
          : 'A code of six digits, new every 30 seconds.'
      }
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            disabled={start.isPending}
            onClick={() => start.mutate()}
          >
            {totp ? 'Replace' : 'Set up'}
            <span className="sr-only"> the authenticator app</span>
          </Button>
          {totp ? <RemoveApp /> : null}
        </div>
      }
    >
      {view ? <SetUpDialog view={view} onDone={done} onClose={() => setView(undefined)} /> : null}
      {codes ? <NewCodesDialog codes={codes} onDone={() => setCodes(undefined)} /> : null}
    </FactorRow>
  )
}
