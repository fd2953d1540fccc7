import { X509Certificate } from 'node:crypto'

/**
 * A certificate as PEM, from PEM or from the base64 of metadata. Throws for anything else, and for
 * keys that can be forged (RSA under 2048 bits).
 */
export function pemOf(text: string): string {
  const body = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  if (body === '' || !/^[A-Za-z0-9+/]+=*$/.test(body)) throw new Error('it is no certificate')
  const certificate = new X509Certificate(Buffer.from(body, 'base64'))
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('its key has fewer than 2048 bits')
  return certificate.toString().trim()
}

/** Until when a certificate is valid. Many providers sign on after that, so it is only shown. */
export const certificateEnd = (pem: string): Date => new Date(new X509Certificate(pem).validTo)
