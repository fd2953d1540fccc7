'use client'

import { KeyRoundIcon } from 'lucide-react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatDay } from '#components/shared/display/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import {
  renewSsoKeyContract,
  type SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { call } from '#lib/http/client'
import { useChange } from './use-single-sign-on.ts'
import { usePageNow } from '#components/shared/display/use-page-now'

const dayMs = 24 * 3_600_000
const soonDays = 30

type Saml = NonNullable<SsoConnectionView['saml']>

/** The end of the certificate that is valid for longest. */
const lastEnd = ({ certificatesEnd }: Saml): string => certificatesEnd.toSorted().at(-1) ?? ''

function EndsSoon({ saml, name }: { saml: Saml; name: string }) {
  const end = lastEnd(saml)
  const left = new Date(end).getTime() - usePageNow()
  if (left > soonDays * dayMs) return null
  return (
    <Alert variant="warning">
      <AlertTitle>
        The certificate of {name} {left < 0 ? 'ended' : 'ends'} on {formatDay(end)}
      </AlertTitle>
      <AlertDescription>
        {saml.metadataUrl
          ? 'A new one is taken from the metadata as soon as the provider publishes it there.'
          : 'Under Edit, give the address of the metadata, or add the new certificate beside the old one.'}
      </AlertDescription>
    </Alert>
  )
}

/** The certificates of a SAML provider, whether its metadata are read, and the key of our own. */
export function Certificates({ connection }: { connection: SsoConnectionView }) {
  const { id, name, saml } = connection
  const renew = useChange(
    async () => await call(renewSsoKeyContract, { params: { id } }),
    `There is a new key. Give our metadata to ${name} again.`,
  )
  if (!saml) return null
  return (
    <div className="space-y-3 text-sm">
      <EndsSoon saml={saml} name={name} />
      {saml.metadataProblem ? (
        <Alert variant="warning">
          <AlertTitle>The metadata of {name} cannot be read</AlertTitle>
          <AlertDescription>
            <p>People still sign in with the certificates that are known.</p>
            <p className="text-xs break-words text-muted-foreground">{saml.metadataProblem}</p>
          </AlertDescription>
        </Alert>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted-foreground">Its certificates</dt>
        <dd>
          until {formatDay(lastEnd(saml))},{' '}
          {saml.metadataUrl ? 'read from its metadata every day' : 'replaced by hand'}
        </dd>
        <dt className="text-muted-foreground">Our key</dt>
        <dd className="space-y-2">
          <p>
            {saml.ownKeyEnd
              ? `until ${formatDay(saml.ownKeyEnd)}; the provider may encrypt its answers with it`
              : 'none yet: the provider cannot encrypt its answers'}
          </p>
          <ConfirmButton
            icon={KeyRoundIcon}
            label={saml.ownKeyEnd ? 'Replace our key' : 'Make our key'}
            about={`for ${name}`}
            title={`${saml.ownKeyEnd ? 'Replace' : 'Make'} our key for ${name}?`}
            description="Give our metadata to the provider again afterwards. Until then it may go on with the key before."
            confirm="Make a new key"
            keep="Keep it as it is"
            onConfirm={() => renew.mutate(undefined)}
          />
        </dd>
      </dl>
    </div>
  )
}
