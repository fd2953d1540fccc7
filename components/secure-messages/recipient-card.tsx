'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AtSignIcon, KeyRoundIcon, PhoneIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { formatInstant } from '#components/shared/display/format'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { MailStatusBadge } from '#components/mails/mail-status'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import {
  changeCodeWayContract,
  changeSecureAddressContract,
  getSecureMessageContract,
  renewSecureLinkContract,
  tellSecureCodeContract,
  type SecureRecipient,
} from '#lib/contracts/runs/secure-messages'
import { isLostMail } from '#lib/domain/secure-message-words'
import { call } from '#lib/http/client'
import {
  codeWayBody,
  CodeWayFields,
  codeWayWords,
  firstWay,
  type CodeWayInput,
} from './code-way-fields.tsx'
import { MessageStatus } from './message-status.tsx'

type Of = { id: string; recipient: SecureRecipient }
const paramsOf = ({ id, recipient }: Of) => ({ params: { id, recipientId: recipient.id } })

/** Makes a code and shows it once, to be read out. */
function CodeToReadOut({ of }: { of: Of }) {
  const client = useQueryClient()
  const [made, setMade] = useState<{ code: string; expiresAt: string }>()
  const make = useMutation({
    mutationFn: () => call(tellSecureCodeContract, paramsOf(of)),
    onSuccess: (code) => {
      setMade(code)
      void refresh(client, getSecureMessageContract)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Dialog
      open={made !== undefined}
      onOpenChange={(open) => {
        if (!open) setMade(undefined)
      }}
    >
      <Button size="sm" disabled={make.isPending} onClick={() => make.mutate()}>
        <PhoneIcon aria-hidden /> Code to read out
      </Button>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Read this code out</DialogTitle>
          <DialogDescription>
            Only to {of.recipient.email}, whom you have on the phone. It is shown once, works once,
            and is valid until {made ? formatInstant(made.expiresAt) : ''}. An older one is void.
          </DialogDescription>
        </DialogHeader>
        <p className="py-2 text-center font-mono text-4xl tracking-[0.3em]">
          {made ? `${made.code.slice(0, 3)} ${made.code.slice(3)}` : ''}
        </p>
        <DialogFooter>
          <Button onClick={() => setMade(undefined)}>Done</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** Mails a new link; the old one is dead. */
function NewLink({ of }: { of: Of }) {
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: () => call(renewSecureLinkContract, paramsOf(of)),
    onSuccess: () => {
      toast.success('A new link is on its way. The old one does not work any more.')
      void refresh(client, getSecureMessageContract)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button variant="outline" size="sm" disabled={renew.isPending} onClick={() => renew.mutate()}>
      <SendIcon aria-hidden /> Send a new link
    </Button>
  )
}

function WayForm({ of, onDone }: { of: Of; onDone(): void }) {
  const client = useQueryClient()
  const { codeWay: now } = of.recipient
  const form = useForm<CodeWayInput>({ defaultValues: { ...firstWay, codeWay: now } })
  const codeWay = useWatch({ control: form.control, name: 'codeWay' })
  const change = useMutation({
    mutationFn: (fields: CodeWayInput) =>
      call(changeCodeWayContract, { ...paramsOf(of), body: codeWayBody(fields) }),
    onSuccess: () => {
      onDone()
      void refresh(client, getSecureMessageContract)
    },
    onError: (error) =>
      showRefusal(form.setError, error, {
        fields: ['codeWay', 'question', 'answer', 'phone'],
        otherwise: 'root',
      }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => change.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>How the code gets to them</DialogTitle>
        <DialogDescription>Codes that were sent before do not work any more.</DialogDescription>
      </DialogHeader>
      <CodeWayFields codeWay={codeWay} register={form.register} errors={errors} />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="submit" disabled={change.isPending}>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}

function ChangeWay({ of }: { of: Of }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size="sm">
          <KeyRoundIcon aria-hidden /> Change the way of the code
        </Button>
      </DialogTrigger>
      <DialogContent>
        <WayForm of={of} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function AddressForm({ of, onDone }: { of: Of; onDone(): void }) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { email: of.recipient.email } })
  const change = useMutation({
    mutationFn: (body: { email: string }) =>
      call(changeSecureAddressContract, { ...paramsOf(of), body }),
    onSuccess: () => {
      toast.success('The link is on its way to the corrected address.')
      onDone()
      void refresh(client, getSecureMessageContract)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['email'], otherwise: 'root' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ email }) => change.mutate({ email: email.trim() }))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Correct the address</DialogTitle>
        <DialogDescription>
          A new link goes there. The link that went to {of.recipient.email} stops working.
        </DialogDescription>
      </DialogHeader>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        error={errors.email}
        {...form.register('email')}
      />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? 'Sending…' : 'Correct and send'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Corrects the address and mails the link there; the main act where the mail did not arrive. */
function CorrectAddress({ of, isMain }: { of: Of; isMain: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={isMain ? 'default' : 'outline'} size="sm">
          <AtSignIcon aria-hidden /> Correct the address
        </Button>
      </DialogTrigger>
      <DialogContent>
        <AddressForm of={of} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

/** What keeps the recipient from reading, and what the sender can do. */
function Trouble({ recipient }: { recipient: SecureRecipient }) {
  const { mail, locked } = recipient
  return (
    <>
      {isUnreached(recipient) ? (
        <Alert variant="warning">
          <AlertTitle>The mail did not reach them</AlertTitle>
          <AlertDescription>
            {mail?.error ?? 'It could not be delivered.'} Check the address with the recipient, then
            correct it: the message goes there.
          </AlertDescription>
        </Alert>
      ) : null}
      {mail?.status === 'kept' ? (
        <Alert variant="warning">
          <AlertTitle>The link was not mailed</AlertTitle>
          <AlertDescription>
            No mail server is set. Set SMTP_URL and MAIL_FROM for the service, then send a new link.
          </AlertDescription>
        </Alert>
      ) : null}
      {locked ? (
        <Alert variant="warning">
          <AlertTitle>Too many wrong codes</AlertTitle>
          <AlertDescription>
            The message does not open any more. Make sure that it is really them, then send a new
            link.
          </AlertDescription>
        </Alert>
      ) : null}
    </>
  )
}

/** Whether the mail with the link did not arrive, as far as anybody told us. */
export const isUnreached = ({ mail }: SecureRecipient): boolean =>
  mail !== null && isLostMail(mail.status)

/** A recipient: how far they are, and what the sender can do for them. */
export function RecipientCard({ of, mayAct }: { of: Of; mayAct: boolean }) {
  const { recipient } = of
  const { email, status, codeWay, mail, readAt } = recipient
  const isLost = isUnreached(recipient)
  return (
    <li className="space-y-3 rounded-lg border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-48 font-medium break-words">{email}</span>
        <MessageStatus status={status} undelivered={isLost} />
      </div>
      <p className="text-sm text-muted-foreground">Code: {codeWayWords[codeWay]}</p>
      {mail ? (
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          Mail with the link: <MailStatusBadge status={mail.status} />
          {isLost ? null : mail.error}
        </div>
      ) : null}
      <Trouble recipient={recipient} />
      {mayAct ? (
        <div className="flex flex-wrap gap-2">
          {codeWay === 'phone' && !isLost ? <CodeToReadOut of={of} /> : null}
          {readAt === null ? <CorrectAddress of={of} isMain={isLost} /> : null}
          {isLost ? null : <NewLink of={of} />}
          <ChangeWay of={of} />
        </div>
      ) : null}
    </li>
  )
}
