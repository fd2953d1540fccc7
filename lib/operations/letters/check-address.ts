import type { AddressCheck } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import { onlyConnection } from '../connections/only-connection.ts'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

type Input = { address: LetterAddress; connection?: string | undefined }

/**
 * Asks a provider of letters whether mail reaches an address, and what it should be. The name is not
 * asked for, and nothing is stored. Throws `unknown_connection`, `provider_error` and
 * `provider_timeout`.
 */
export const checkAddress = defineOutsideOperation<Input, AddressCheck>({
  name: 'checkAddress',
  permission: 'integrations:call',
  async run({ actor, input, info, signal, transaction }) {
    const { slug } = await transaction((tx) =>
      onlyConnection(tx, { kind: 'letters', called: 'letters' }, input.connection),
    )
    const port = await openConnection(actor.organizationId, 'letters', slug, info)
    return await port.verifyAddress(input.address, signal)
  },
})
