import type { ProviderIdentity } from '../provider-identity.ts'
import { elementsOf, parseXml, plainTextOf, samlNamespace } from './parse-xml.ts'

/** What a verified assertion must say. */
type Expected = { issuer: string; acs: string }

/** A verified assertion that passed the checks of our own. */
export type CheckedAssertion = {
  id: string
  /** The id of our request, as the signature covers it. */
  inResponseTo: string
  identity: ProviderIdentity
}

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Names under which providers send the address and the name. */
const emailNames = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const displayNames = [
  'displayname',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

/** Refuses signatures and digests with SHA-1, before anything is parsed. */
export function refuseWeakAlgorithms(xml: string): void {
  const weak =
    /xmldsig#(?:rsa-sha1|dsa-sha1|hmac-sha1|sha1)\b|xmldsig-more#(?:md5|rsa-md5|hmac-|ecdsa-sha1)/i
  if (weak.test(xml)) throw new Error('it is signed with SHA-1 or another weak algorithm')
}

const only = (elements: Element[], what: string): Element => {
  const [element] = elements
  if (!element || elements.length > 1) throw new Error(`it has no single ${what}`)
  return element
}

/** The id of our request: one, and the same in every confirmation, each for our own address. */
function requestOf(subject: Element, acs: string): string {
  const confirmations = elementsOf(subject, samlNamespace, 'SubjectConfirmation')
  if (confirmations.some((element) => element.getAttribute('Method') !== bearer))
    throw new Error('its subject is confirmed in another way than bearer')
  const data = elementsOf(subject, samlNamespace, 'SubjectConfirmationData')
  if (data.length === 0) throw new Error('its subject is not confirmed')
  if (data.some((element) => element.getAttribute('Recipient') !== acs))
    throw new Error('it is for another recipient')
  const requests = new Set(data.map((element) => element.getAttribute('InResponseTo') ?? ''))
  const [request = ''] = requests
  if (requests.size !== 1 || request === '') throw new Error('it answers no request of ours')
  return request
}

function attributeOf(document: Document, names: string[]): string | null {
  for (const attribute of elementsOf(document, samlNamespace, 'Attribute')) {
    if (!names.includes((attribute.getAttribute('Name') ?? '').toLowerCase())) continue
    const [value] = elementsOf(attribute, samlNamespace, 'AttributeValue')
    const text = value ? plainTextOf(value) : ''
    if (text !== '') return text
  }
  return null
}

function instantOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

/**
 * Our own checks of an assertion, for what the library leaves open (SAML 2.0 Profiles §4.1.4.2):
 * issuer, recipient and request. `xml` are the verified bytes, so everything in them is signed.
 * Throws with what is wrong.
 */
export function checkAssertion(xml: string, { issuer, acs }: Expected): CheckedAssertion {
  const document = parseXml(xml)
  const assertion = document.documentElement
  if (assertion?.localName !== 'Assertion' || assertion.namespaceURI !== samlNamespace)
    throw new Error('it is no assertion')
  const id = assertion.getAttribute('ID') ?? ''
  if (id === '') throw new Error('it has no id')
  const children = Array.from(assertion.childNodes).filter((node) => node.nodeType === 1)
  const named = (name: string) =>
    (children as Element[]).filter(
      (element) => element.localName === name && element.namespaceURI === samlNamespace,
    )
  if (plainTextOf(only(named('Issuer'), 'issuer')) !== issuer)
    throw new Error('it is of another issuer')
  const subject = only(named('Subject'), 'subject')
  const inResponseTo = requestOf(subject, acs)
  const nameId = only(elementsOf(subject, samlNamespace, 'NameID'), 'name ID')
  if (nameId.getAttribute('Format') === transient)
    throw new Error('its name ID is transient: choose persistent or the e-mail address')
  const name = plainTextOf(nameId)
  if (name === '') throw new Error('its name ID is empty')
  const [statement] = elementsOf(assertion, samlNamespace, 'AuthnStatement')
  const email = attributeOf(document, emailNames) ?? (name.includes('@') ? name : null)
  return {
    id,
    inResponseTo,
    identity: {
      issuer,
      subject: name,
      email: email?.toLowerCase() ?? null,
      name: attributeOf(document, displayNames),
      providerSession: statement?.getAttribute('SessionIndex') ?? null,
      idToken: null,
      nameId: {
        format: nameId.getAttribute('Format') || null,
        nameQualifier: nameId.getAttribute('NameQualifier') || null,
        spNameQualifier: nameId.getAttribute('SPNameQualifier') || null,
      },
      authenticatedAt: instantOf(statement?.getAttribute('AuthnInstant')),
    },
  }
}
