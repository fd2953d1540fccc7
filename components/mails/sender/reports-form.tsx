'use client'

import { useForm, useWatch } from 'react-hook-form'
import { CopyField } from '#components/settings/copy-field'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { formatInstant } from '#components/shared/display/format'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Label } from '#components/ui/input/label'
import { Button } from '#components/ui/input/button'
import type { MailSenderView } from '#lib/contracts/organization/mail-sender'
import { mailProviders, type MailProvider } from '#lib/domain/mail/sender'
import { useSenderChange } from './use-sender.ts'

type Fields = {
  bounceDomain: string
  provider: MailProvider | 'none'
  webhook: { key: string; secret: string }
}

const fieldsOf = ({ bounceDomain, webhook }: MailSenderView): Fields => ({
  bounceDomain: bounceDomain ?? '',
  provider: webhook.provider ?? 'none',
  webhook: { key: webhook.key ?? '', secret: '' },
})

type Words = { name: string; key: string; help: string }

const words: Record<MailProvider, Words> = {
  ses: {
    name: 'Amazon SES',
    key: 'ARN of the SNS topic',
    help: 'Subscribe the address below to the topic by HTTPS, after you saved. Rounds confirms it.',
  },
  sendgrid: {
    name: 'SendGrid',
    key: 'Verification key',
    help: 'Enter the address below as event webhook, switch on “Signed Event Webhook”, and copy its key.',
  },
  postmark: {
    name: 'Postmark',
    key: 'User name of the webhook',
    help: 'Enter the address below as webhook for delivery, bounce and spam complaint, with this user name and password.',
  },
}

const providers = [
  { id: 'none', label: 'None: reports come by mail' },
  ...mailProviders.map((id) => ({ id, label: words[id].name })),
]

type Form = ReturnType<typeof useForm<Fields>>
type WebhookProps = { form: Form; provider: MailProvider; webhook: MailSenderView['webhook'] }

function WebhookFields({ form, provider, webhook }: WebhookProps) {
  const errors = form.formState.errors.webhook ?? {}
  const { key, help } = words[provider]
  return (
    <>
      <TextField
        label={key}
        autoComplete="off"
        help={help}
        error={errors.key}
        {...form.register('webhook.key')}
      />
      {provider === 'postmark' ? (
        <TextField
          label="Password of the webhook"
          type="password"
          autoComplete="new-password"
          help={
            webhook.hasSecret
              ? 'One is stored, encrypted, and never shown. Empty: it stays.'
              : 'Make one up, of at least 16 characters.'
          }
          error={errors.secret}
          {...form.register('webhook.secret')}
        />
      ) : null}
      <div className="space-y-1.5">
        <Label asChild>
          <span>Address of the webhook</span>
        </Label>
        <CopyField value={webhook.url} label="Address of the webhook" />
        {webhook.provider === 'ses' && provider === 'ses' ? (
          <p className="text-sm text-muted-foreground">
            {webhook.subscribedAt
              ? `The topic was confirmed ${formatInstant(webhook.subscribedAt)}.`
              : 'The topic is not confirmed yet.'}
          </p>
        ) : null}
      </div>
    </>
  )
}

const bounceHelp = (installation: string | null): string =>
  installation
    ? `Empty: ${installation}, that of this installation. One of your own needs an MX record that leads to Rounds.`
    : 'Mails are then sent from addresses of this domain, and reports about them arrive there. It needs an MX record that leads to Rounds.'

/** How bounces and complaints are learned of: by reports that come by mail, or by a provider. */
export function ReportsForm({ sender }: { sender: MailSenderView }) {
  const form = useForm<Fields>({ defaultValues: fieldsOf(sender) })
  const change = useSenderChange({
    onSaved: (saved) => form.reset(fieldsOf(saved)),
    onRefused: (error) =>
      showRefusal(form.setError, error, {
        fields: ['bounceDomain', 'webhook.key', 'webhook.secret'],
        otherwise: 'bounceDomain',
      }),
  })
  const provider = useWatch({ control: form.control, name: 'provider' })
  const submit = form.handleSubmit(({ bounceDomain, provider: chosen, webhook }) =>
    change.mutate({
      bounceDomain: bounceDomain.trim() || null,
      webhook:
        chosen === 'none'
          ? null
          : {
              provider: chosen,
              key: webhook.key,
              ...(webhook.secret === '' || chosen !== 'postmark' ? {} : { secret: webhook.secret }),
            },
    }),
  )
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Domain for reports"
        autoComplete="off"
        placeholder="bounces.example.com"
        help={bounceHelp(sender.installationBounceDomain)}
        error={form.formState.errors.bounceDomain}
        {...form.register('bounceDomain')}
      />
      <LabelledSelect label="Provider" options={providers} {...form.register('provider')} />
      {provider === 'none' ? null : (
        <WebhookFields form={form} provider={provider} webhook={sender.webhook} />
      )}
      <Button type="submit" disabled={!form.formState.isDirty || change.isPending}>
        {change.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
