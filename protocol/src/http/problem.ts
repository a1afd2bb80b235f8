/** The errors of `/api`: `application/problem+json`, with stable codes. */
import * as z from 'zod/mini'
import { Quota } from '../people/quotas.ts'

export const ProblemCode = z.enum([
	'invalid_request',
	'unauthenticated',
	'forbidden',
	'not_found',
	'method_not_allowed',
	'conflict',
	'run_active',
	'queue_full',
	/** A run of this conversation is being reverted. */
	'revert_active',
	/** The run, or the step, changed nothing that could be reverted. */
	'nothing_to_revert',
	'too_large',
	'rate_limited',
	'setup_token_invalid',
	'setup_disabled',
	/** This way in is not configured. */
	'sign_in_disabled',
	/** This person has no account here, and may not make one. */
	'sign_up_closed',
	/** A mailed link that was used, has expired or never was. */
	'sign_in_link_invalid',
	'passkey_invalid',
	/** Nothing else would sign this person in. */
	'last_way_in',
	/** The session began too long ago for this. */
	'fresh_sign_in_needed',
	'provider_not_configured',
	/** The operator of the server has suspended this person or project. */
	'suspended',
	/** The server has no operator. */
	'operator_disabled',
	/** A limit that resets: see `quota`. */
	'quota_used_up',
	/** A limit on how much there may be at once: see `quota`. */
	'quota_full',
	/** A budget in dollars, of the person or the project, is spent. */
	'budget_exceeded',
	/** Such a budget refuses models whose price is not known. */
	'budget_no_price',
	'unknown_model',
	/** Neither the person nor the server has a key for this model. */
	'model_key_missing',
	/** The provider does not take this key. */
	'key_refused',
	/** The provider takes this key, but its account has nothing left to spend. */
	'key_without_credit',
	/** The server has no SECRETS_KEY, so it stores no keys. */
	'keys_not_stored',
	'upgrade_required',
	'room_full',
	/** The share link was opened in as many browsers as it may be. */
	'share_used_up',
	'unavailable',
	'internal',
])
export type ProblemCode = z.infer<typeof ProblemCode>

/** RFC 9457. `title` says what happened in the user's words, `detail` what to do next. */
export const Problem = z.object({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	code: ProblemCode,
	detail: z.optional(z.string()),
	/** The faulty places of the request: JSON pointers with a sentence each. */
	issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
	/** The limit that was reached. */
	quota: z.optional(z.extend(Quota, { of: z.enum(['person', 'project']) })),
	requestId: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
