/** The bounds of a setting and its value when the organization has not set it. */
type Bounds = { least: number; most: number; usual: number }

/**
 * Minutes without activity after which a session locks. NIST SP 800-63B asks for at most 15 at AAL3
 * and an hour at AAL2; HIPAA (164.312(a)(2)(iii)) asks for automatic log-off without a number.
 */
export const idleMinutes: Bounds = { least: 5, most: 60, usual: 15 }

/** Hours after which a person signs in again, active or not (SP 800-63B: 12 at AAL3, 24 at AAL2). */
export const sessionHours: Bounds = { least: 1, most: 24, usual: 12 }

/** Minutes for which a password or factor that was given confirms sensitive acts. */
export const confirmationMinutes = 10
