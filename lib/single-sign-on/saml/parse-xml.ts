import { DOMParser } from '@xmldom/xmldom'

export const samlNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

/** Throws for anything with a DOCTYPE or entities, before a parser sees it. */
export function refuseDoctype(xml: string): void {
  if (/<!\s*(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(xml)) throw new Error('it has a DOCTYPE')
}

/** Parses XML strictly: any fault is an error. */
export function parseXml(xml: string): Document {
  refuseDoctype(xml)
  const fail = (message: string): never => {
    throw new Error(`it is no well-formed XML (${message.split('\n', 1)[0]})`)
  }
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const document = parser.parseFromString(xml, 'text/xml') as Document | undefined
  if (!document?.documentElement) throw new Error('it is empty')
  return document
}

/** The elements below `parent` with this name in this namespace. */
export function elementsOf(parent: Document | Element, namespace: string, name: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS(namespace, name))
}

/**
 * The text of an element that must hold nothing but text: a comment or an element in the middle
 * would let two readers see two names.
 */
export function plainTextOf(element: Element): string {
  const children: Node[] = Array.from(element.childNodes)
  if (children.some(({ nodeType }) => nodeType !== 3))
    throw new Error(`<${element.localName}> holds more than text`)
  return children
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim()
}
