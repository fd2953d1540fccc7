import { maxBenefits, UnreadableEligibility, type Eligibility } from './benefit.ts'
import { isPlans, readPlans } from './read-plans.ts'
import { isV3, readV3 } from './read-v3.ts'
import { readX12 } from './read-x12.ts'
import { cutText } from '../../text.ts'

const shapes =
  'Hand in the answer of the clearinghouse as it is: JSON with benefitsInformation[] (Change ' +
  'Healthcare and Stedi, version 3), JSON with plans[] (Stedi, 2026-06-01), or a ' +
  'raw X12 271 as a string.'

function read(value: unknown): Eligibility {
  if (typeof value === 'string') return readX12(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableEligibility(shapes)
  if (isV3(value)) return readV3(value)
  if (isPlans(value)) return readPlans(value)
  if ('x12' in value && typeof value.x12 === 'string') return readX12(value.x12)
  // A refusal has errors and no benefits.
  if ('errors' in value && Array.isArray(value.errors) && value.errors.length > 0)
    return readV3(value)
  throw new UnreadableEligibility(shapes)
}

/**
 * Reads an eligibility answer in any of the three formats. Throws UnreadableEligibility when it has
 * none of them, has more than 2,000 statements, states nothing, or is the payer's refusal (AAA) to
 * answer.
 */
export function readEligibility(value: unknown): Eligibility {
  const eligibility = read(value)
  const { benefits, rejections } = eligibility
  if (benefits.length > maxBenefits)
    throw new UnreadableEligibility(
      `This eligibility answer has ${benefits.length} statements; at most ${maxBenefits} are read.`,
    )
  if (benefits.length > 0) return eligibility
  const [first] = rejections
  if (first)
    throw new UnreadableEligibility(
      `The payer did not answer, it refused the question: ${cutText(first.message, 200)} (AAA ` +
        `${cutText(first.code, 10)}). Correct the question and ask again.`,
    )
  throw new UnreadableEligibility('This eligibility answer states no benefits.')
}
