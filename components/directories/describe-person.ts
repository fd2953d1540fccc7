import type { DirectoryUserView } from '#lib/contracts/organization/directories'

const problems: Record<string, string> = {
  'no-address': 'No e-mail address: give them one in the directory.',
  'address-taken': 'Another person of this directory has the same address.',
  'account-elsewhere':
    'Invited: this address has an account elsewhere, so its person decides. See Members.',
  'account-disabled': 'This account is disabled on this installation.',
  'disabled-by-hand': 'An owner disabled this member; enable them under Members.',
  'only-matched': 'Not a member: only members follow this directory.',
  'last-owner': 'Kept: the only owner. Make another member an owner first.',
  kept: 'Kept by an owner; the directory does not decide about them any more.',
}

/** What a person of a directory has here, in a few words. */
export function describePerson(person: DirectoryUserView): string {
  if (person.waits) return 'Left the directory; keeps access until you activate the plan.'
  if (person.problem) return problems[person.problem] ?? 'Not a member.'
  if (!person.active) return 'Switched off: no access.'
  return person.roleName ? `Member, ${person.roleName}` : 'Not a member.'
}
