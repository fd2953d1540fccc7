/** `tls`: from the first byte (port 465). `starttls`: after a greeting. `none`: unencrypted. */
export const smtpSecurities = ['starttls', 'tls', 'none'] as const
export type SmtpSecurity = (typeof smtpSecurities)[number]

/** Services whose webhooks tell what became of mails. */
export const mailProviders = ['ses', 'sendgrid', 'postmark'] as const
export type MailProvider = (typeof mailProviders)[number]

/** The domain of an address, in lower case. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Whether a domain is this one or lies below it, so that DMARC accepts the one for the other. */
export const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`)
