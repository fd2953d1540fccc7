import { subscriptionPlace } from '#lib/operations/notifications/browsers'
import { totpPlace } from '#lib/auth/factors/totp'
import { connectionPlace } from '#lib/operations/connections/secrets'
import { webhookSecretPlace } from '#lib/operations/directory-sync/webhook-secret'
import { faxPlace } from '#lib/operations/faxes/fax-details'
import { privateMailPlace } from '#lib/operations/mails/private-mail'
import { dkimKeyPlace, senderSecretPlace } from '#lib/operations/mails/sender/sender-secrets'
import { messageKeyPlace } from '#lib/operations/secure-messages/message-key'
import { outsideSecretsOf } from '#lib/operations/sql/database-targets'
import { ssoConnectionPlace } from '#lib/single-sign-on/connection-row'
import { ssoSessionPlace } from '#lib/single-sign-on/oidc/log-out'
import { ssoStatePlace } from '#lib/single-sign-on/states'
import { webhookPlace } from '#lib/operations/webhooks/webhook-secrets'
import type { Place } from '#lib/sealed-text'

/** A column whose values `sealText` made. `organizationId` is empty in tables of sign-in. */
export type SealedColumn = {
  table: string
  column: string
  /** The primary key. */
  key: string
  /** Of the organizations (each in its own scope), or of sign-in. */
  of: 'organization' | 'sign-in'
  /** Rows whose value is not encrypted are left out. */
  only?: string
  place(row: { id: string; organizationId: string }): Place
}

/** Every column with values of `sealText`; a test finds the one that is missing. */
export const sealedColumns: SealedColumn[] = [
  {
    table: 'connections',
    column: 'secrets',
    key: 'id',
    of: 'organization',
    place: connectionPlace,
  },
  {
    table: 'outside_databases',
    column: 'secrets',
    key: 'organization_id',
    of: 'organization',
    place: ({ organizationId }) => connectionPlace(outsideSecretsOf(organizationId)),
  },
  {
    table: 'mail_senders',
    column: 'password',
    key: 'organization_id',
    of: 'organization',
    place: ({ organizationId }) => senderSecretPlace(organizationId, 'smtp password'),
  },
  {
    table: 'mail_senders',
    column: 'provider_secret',
    key: 'organization_id',
    of: 'organization',
    place: ({ organizationId }) => senderSecretPlace(organizationId, 'webhook password'),
  },
  {
    table: 'dkim_keys',
    column: 'private_key',
    key: 'id',
    of: 'organization',
    place: ({ id }) => dkimKeyPlace(id),
  },
  {
    table: 'mails',
    column: 'text',
    key: 'id',
    of: 'organization',
    only: 'private',
    place: ({ id }) => privateMailPlace(id),
  },
  {
    table: 'directories',
    column: 'webhook_secret',
    key: 'id',
    of: 'organization',
    place: webhookSecretPlace,
  },
  {
    table: 'push_subscriptions',
    column: 'sealed',
    key: 'id',
    of: 'organization',
    place: ({ id }) => subscriptionPlace(id),
  },
  {
    table: 'secure_message_keys',
    column: 'wrapped',
    key: 'message_id',
    of: 'organization',
    place: ({ id }) => messageKeyPlace(id),
  },
  {
    table: 'faxes',
    column: 'sealed',
    key: 'id',
    of: 'organization',
    place: ({ id }) => faxPlace(id),
  },
  {
    table: 'webhook_triggers',
    column: 'token',
    key: 'workflow_id',
    of: 'organization',
    place: ({ id, organizationId }) =>
      webhookPlace('webhook addresses', { organizationId, workflowId: id }),
  },
  {
    table: 'webhook_triggers',
    column: 'secret',
    key: 'workflow_id',
    of: 'organization',
    place: ({ id, organizationId }) =>
      webhookPlace('webhook signing secrets', { organizationId, workflowId: id }),
  },
  {
    table: 'sso_connections',
    column: 'secrets',
    key: 'id',
    of: 'organization',
    place: ssoConnectionPlace,
  },
  {
    table: 'sso_sessions',
    column: 'id_token',
    key: 'session_id',
    of: 'sign-in',
    place: ({ id }) => ssoSessionPlace(id),
  },
  {
    table: 'sso_states',
    column: 'sealed',
    key: 'key',
    of: 'sign-in',
    place: ({ id }) => ssoStatePlace(id),
  },
  {
    table: 'second_factors',
    column: 'secret',
    key: 'user_id',
    of: 'sign-in',
    place: ({ id }) => totpPlace(id),
  },
]
