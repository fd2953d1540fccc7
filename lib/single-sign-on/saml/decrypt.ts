import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import { XMLSerializer } from '@xmldom/xmldom'
import type { SamlKey } from '../connection-row.ts'
import { elementsOf, parseXml, plainTextOf, samlNamespace } from './parse-xml.ts'

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#'
const oaep = `${xmlenc}rsa-oaep-mgf1p`
const oaepDigest = 'http://www.w3.org/2000/09/xmldsig#sha1'

type Cipher = { name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc'; iv: number }

/** What we take. CBC too, because Entra and ADFS have nothing else; the assertion in it is signed. */
const ciphers: Record<string, Cipher> = {
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': { name: 'aes-256-gcm', iv: 12 },
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': { name: 'aes-128-gcm', iv: 12 },
  [`${xmlenc}aes256-cbc`]: { name: 'aes-256-cbc', iv: 16 },
  [`${xmlenc}aes128-cbc`]: { name: 'aes-128-cbc', iv: 16 },
}

/** The algorithms for our metadata. */
export const encryptionMethods = [...Object.keys(ciphers), oaep]

const wrongAlgorithm = () =>
  new Error(
    'it is encrypted in a way that we do not take: choose AES-256 and RSA-OAEP ' +
      '(rsa-oaep-mgf1p with SHA-1) at the provider',
  )

/** The one element below with this name, in any namespace, as the library looks for it too. */
function only(parent: Element, name: string): Element {
  const [element, ...others] = elementsOf(parent, '*', name)
  if (!element || others.length > 0) throw new Error(`what is encrypted has no single ${name}`)
  return element
}

const childOf = (parent: Element, name: string): Element | undefined =>
  elementsOf(parent, '*', name).find((element) => element.parentNode === parent)

const bytesIn = (element: Element): Buffer =>
  Buffer.from(plainTextOf(only(element, 'CipherValue')), 'base64')

/** The key of the content, and which of our keys opened it. */
function openKey(encryptedKey: Element, keys: SamlKey[]): { secret: Buffer; privateKey: string } {
  const method = childOf(encryptedKey, 'EncryptionMethod')
  const [digest] = method ? elementsOf(method, '*', 'DigestMethod') : []
  if (method?.getAttribute('Algorithm') !== oaep) throw wrongAlgorithm()
  if (digest && digest.getAttribute('Algorithm') !== oaepDigest) throw wrongAlgorithm()
  const bytes = bytesIn(encryptedKey)
  for (const { privateKey } of keys) {
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING
      const secret = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, bytes)
      return { secret, privateKey }
    } catch {
      // It is meant for another of our keys, or for nobody's.
    }
  }
  throw new Error('none of our keys opens it: give our present metadata to the provider')
}

function openContent({ name, iv }: Cipher, secret: Buffer, bytes: Buffer): string {
  const broken = new Error('its encrypted content is damaged')
  try {
    if (name === 'aes-128-cbc' || name === 'aes-256-cbc') {
      const decipher = createDecipheriv(name, secret, bytes.subarray(0, iv)).setAutoPadding(false)
      const padded = Buffer.concat([decipher.update(bytes.subarray(iv)), decipher.final()])
      const padding = padded.at(-1) ?? 0
      if (padding < 1 || padding > 16) throw broken
      return padded.subarray(0, -padding).toString('utf8')
    }
    const options = { authTagLength: 16 }
    const decipher = createDecipheriv(name, secret, bytes.subarray(0, iv), options)
    decipher.setAuthTag(bytes.subarray(-16))
    const open = Buffer.concat([decipher.update(bytes.subarray(iv, -16)), decipher.final()])
    return open.toString('utf8')
  } catch {
    throw broken
  }
}

type Opened = { element: Element; xml: string; privateKey: string }

/**
 * Decrypts the one encrypted element of a message, a direct child of its root. Undefined when there
 * is none. Throws for anything but one for one of our keys.
 */
function openOne(
  root: Element,
  name: 'EncryptedAssertion' | 'EncryptedID',
  keys: SamlKey[],
): Opened | undefined {
  if (elementsOf(root, '*', name).length === 0) return undefined
  const element = only(root, name)
  if (element.namespaceURI !== samlNamespace || element.parentNode !== root)
    throw new Error('what is encrypted is in the wrong place')
  if (keys.length === 0) throw new Error('it is encrypted, and this provider has no key of ours')
  const data = only(root, 'EncryptedData')
  const encryptedKey = only(root, 'EncryptedKey')
  const cipher = ciphers[childOf(data, 'EncryptionMethod')?.getAttribute('Algorithm') ?? '']
  if (!cipher) throw wrongAlgorithm()
  const { secret, privateKey } = openKey(encryptedKey, keys)
  const content = childOf(data, 'CipherData')
  if (!content) throw new Error('what is encrypted has no content')
  return { element, xml: openContent(cipher, secret, bytesIn(content)), privateKey }
}

/**
 * Decrypts the assertion of a response, so that our own checks see what the library will see.
 * `rest` is the response without it. Undefined when nothing is encrypted. Takes the encrypted
 * element out of `document`. Throws for anything but one assertion for one of our keys.
 */
export function openEncrypted(
  document: Document,
  keys: SamlKey[],
): { assertion: string; privateKey: string; rest: string } | undefined {
  const root = document.documentElement
  const opened = openOne(root, 'EncryptedAssertion', keys)
  if (!opened) return undefined
  const { element, xml: assertion, privateKey } = opened
  root.removeChild(element)
  return { assertion, privateKey, rest: new XMLSerializer().serializeToString(document) }
}

/** The encrypted name ID of a log-out request; undefined when there is none. Throws as above. */
export function openNameId(root: Element, keys: SamlKey[]): Element | undefined {
  const opened = openOne(root, 'EncryptedID', keys)
  if (!opened) return undefined
  const nameId = parseXml(opened.xml).documentElement
  if (nameId.localName !== 'NameID' || nameId.namespaceURI !== samlNamespace)
    throw new Error('what is encrypted is no name ID')
  return nameId
}
