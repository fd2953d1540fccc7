'use client'

import { useForm, useWatch } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { MailSenderView } from '#lib/contracts/organization/mail-sender'
import type { SmtpSecurity } from '#lib/domain/mail/sender'
import { useSenderChange } from './use-sender.ts'

type Fields = {
  which: 'installation' | 'own'
  server: { host: string; port: string; security: SmtpSecurity; userName: string; password: string }
}

const fieldsOf = ({ server }: MailSenderView): Fields => ({
  which: server ? 'own' : 'installation',
  server: {
    host: server?.host ?? '',
    port: String(server?.port ?? 587),
    security: server?.security ?? 'starttls',
    userName: server?.userName ?? '',
    password: '',
  },
})

const securities = [
  { id: 'starttls', label: 'STARTTLS (usually port 587)' },
  { id: 'tls', label: 'TLS from the beginning (usually port 465)' },
  { id: 'none', label: 'None: readable by everybody on the way' },
]

type Form = ReturnType<typeof useForm<Fields>>

function ServerFields({ form, hasPassword }: { form: Form; hasPassword: boolean }) {
  const errors = form.formState.errors.server ?? {}
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField
          label="Server"
          autoComplete="off"
          placeholder="smtp.example.com"
          error={errors.host}
          {...form.register('server.host')}
        />
        <TextField
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          error={errors.port}
          {...form.register('server.port')}
        />
      </div>
      <LabelledSelect
        label="Encryption"
        options={securities}
        error={errors.security}
        {...form.register('server.security')}
      />
      <TextField
        label="User name"
        autoComplete="off"
        help="Empty when the server asks for none."
        error={errors.userName}
        {...form.register('server.userName')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        help={
          hasPassword
            ? 'One is stored, encrypted, and never shown. Empty: it stays, unless server or port change.'
            : 'It is encrypted and never shown again.'
        }
        error={errors.password}
        {...form.register('server.password')}
      />
    </>
  )
}

const where = [
  'server.host',
  'server.port',
  'server.security',
  'server.userName',
  'server.password',
] as const

/** The mail server: that of the installation, or the organization's own. */
export function ServerForm({ sender }: { sender: MailSenderView }) {
  const form = useForm<Fields>({ defaultValues: fieldsOf(sender) })
  const change = useSenderChange({
    onSaved: (saved) => form.reset(fieldsOf(saved)),
    onRefused: (error) =>
      showRefusal(form.setError, error, { fields: where, otherwise: 'server.host' }),
  })
  const isOwn = useWatch({ control: form.control, name: 'which' }) === 'own'
  const submit = form.handleSubmit(({ which, server }) => {
    const { host, port, security, userName, password } = server
    const own = {
      host,
      port: Number(port),
      security,
      userName: userName.trim() || null,
      ...(password === '' ? {} : { password }),
    }
    change.mutate({ server: which === 'own' ? own : null })
  })
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <LabelledSelect
        label="Mails are sent by"
        options={[
          { id: 'installation', label: 'The mail server of this installation' },
          { id: 'own', label: 'Our own mail server (SMTP)' },
        ]}
        help={
          !isOwn && !sender.installationSends
            ? 'This installation has none: mails are stored and not sent.'
            : ''
        }
        {...form.register('which')}
      />
      {isOwn ? (
        <ServerFields form={form} hasPassword={sender.server?.hasPassword ?? false} />
      ) : null}
      <Button type="submit" disabled={!form.formState.isDirty || change.isPending}>
        {change.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
