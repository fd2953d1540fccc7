import { ApiError } from '#lib/domain/api-error'
import type { SamlConfig } from '#lib/domain/single-sign-on/connection'
import { guardedFetch } from '#lib/single-sign-on/guarded-fetch'
import { defineOutsideOperation } from '../define-operation.ts'

type Input = { xml: string } | { url: string }

/** Loads the metadata of a provider from their address. Throws ApiError. */
export async function loadMetadata(url: string, signal: AbortSignal): Promise<string> {
  const response = await guardedFetch(url, { signal })
  if (response.ok) return await response.text()
  const message = `The address answered ${response.status}. Upload the metadata as a file instead.`
  throw new ApiError('provider_error', message, { status: response.status })
}

/** Reads the metadata of a SAML provider. Throws 400 for what is none, 502 and 504. */
export const readSamlMetadata = defineOutsideOperation<
  Input,
  Omit<SamlConfig, 'signedResponse' | 'signOutThere'>
>({
  name: 'readSamlMetadata',
  permission: 'sso:manage',
  async run({ input, signal }) {
    const xml = 'xml' in input ? input.xml : await loadMetadata(input.url, signal)
    const { readMetadata } = await import('#lib/single-sign-on/saml/read-metadata')
    try {
      const read = readMetadata(xml)
      return 'url' in input ? { ...read, metadataUrl: input.url } : read
    } catch (error) {
      const message = `These metadata cannot be used: ${(error as Error).message}.`
      throw ApiError.invalid([{ path: 'xml' in input ? 'xml' : 'url', message }])
    }
  },
})
