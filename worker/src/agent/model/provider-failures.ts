/** Texts for a user when a model cannot answer, and the rules for retries. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import { isEndpoint } from '@fairlead/protocol/models/model-endpoints'
import { serviceNamed } from '@fairlead/protocol/services'
import { backoffMs, jittered } from '../../platform/backoff.ts'
import type { ProviderError, ProviderErrorClass } from './types.ts'

/** Tries of one model step before the run fails. Any completed step resets the count. */
export const MAX_ATTEMPTS: Record<ProviderErrorClass, number> = {
	key: 1,
	quota: 1,
	rate_limit: 6,
	overload: 6,
	server_error: 6,
	too_long: 1,
	too_large: 1,
	content: 1,
	network: 4,
	invalid: 1,
	web_page: 1,
}
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** If a provider asks for a longer pause, the run fails instead. */
const MAX_RETRY_AFTER_MS = 600_000

/** Milliseconds to wait before try `attempt + 1`, or null to give up. `random` in [0, 1). */
export function retryDelay(error: ProviderError, attempt: number, random: number): number | null {
	if (!error.retryable || attempt >= MAX_ATTEMPTS[error.class]) return null
	if (error.retryAfterMs !== undefined) {
		return error.retryAfterMs > MAX_RETRY_AFTER_MS ? null : error.retryAfterMs
	}
	return jittered(backoffMs(attempt - 1, FIRST_RETRY_MS, MAX_RETRY_MS), random)
}

/** Interrupted tries (eviction, deploy) without progress before the run fails. */
export const MAX_INTERRUPTIONS = 4

const CODES: Partial<Record<string, string>> = {
	internal: 'internal_error',
	no_model: 'model_not_configured',
}

/**
 * interrupted: tries that were lost · internal: our own error · no_model: no longer configured · no_key, key_locked:
 * see `NoAccess` · own_key, own_quota: `key` and `quota` of a person's own key · asks_key: `key` of a person's own server
 * for which none is stored.
 */
export const OTHER_FAILURES = [
	'interrupted',
	'internal',
	'no_model',
	'no_key',
	'key_locked',
	'own_key',
	'own_quota',
	'asks_key',
] as const
export type FailureKind = ProviderErrorClass | (typeof OTHER_FAILURES)[number]

const providerName = (model: string): string => model.slice(0, model.indexOf('/'))

const providerOf = (model: string): string => {
	const name = providerName(model)
	if (isEndpoint(name)) return `the model server ${name}`
	return serviceNamed(name)?.title ?? 'this provider'
}

/** The beginning of a sentence about what answers for this model. */
const speakerOf = (model: string): string => {
	const name = providerName(model)
	return isEndpoint(name) ? `The model server ${name}` : 'The model provider'
}

/** A server's entries cannot be changed. */
const ADD_ANEW =
	'in your settings, under Your model servers, remove the server and add it again with'

/** Shown while a model step waits for its next try. */
export function retryReason(kind: ProviderErrorClass, model: string): string {
	switch (kind) {
		case 'rate_limit':
			return `${speakerOf(model)} is rate limiting requests`
		case 'overload':
			return `${speakerOf(model)} is overloaded`
		case 'server_error':
			return `${speakerOf(model)} answered with an error`
		case 'too_long':
			return 'The conversation was too long for the model, so older parts are now left out'
		case 'too_large':
			return 'The model’s answer was too long'
		case 'network':
			return 'The connection to the model was lost'
		case 'key':
		case 'quota':
		case 'content':
		case 'invalid':
		case 'web_page':
			return `${speakerOf(model)} rejected the request`
		default:
			return kind satisfies never
	}
}

/**
 * The text and the suggested action for a failed run. `model`: `provider/id`. `own`: the person who reads it pays for the
 * run.
 */
export function failureNotice(error: FailureKind, model: string, own = true): NoticePart {
	const provider = providerOf(model)
	const speaker = speakerOf(model)
	const hasEndpoint = isEndpoint(providerName(model))
	const notice = (text: string, hint: string): NoticePart => ({
		level: 'error',
		code: CODES[error] ?? `model_${error}`,
		text,
		hint,
	})
	switch (error) {
		case 'key':
			return notice(
				'The model provider rejected the API key.',
				`Replace the key in your settings, under “Models and keys”, or the server’s ${providerName(model).toUpperCase()}_API_KEY. Then send the message again.`,
			)
		case 'quota':
			return notice(
				'The account at the model provider is out of credit.',
				'Add credit with the provider, then send the message again.',
			)
		case 'rate_limit':
			return notice(
				`${speaker} is rate limiting requests, and retrying did not help.`,
				'Wait a few minutes, then ask the agent to continue.',
			)
		case 'overload':
			return notice(
				`${speaker} is overloaded.`,
				'Everything done so far is kept. Ask the agent to continue in a few minutes.',
			)
		case 'server_error':
			return notice(
				`${speaker} answered with an error several times.`,
				hasEndpoint
					? 'Everything done so far is kept. The server’s own log says what is wrong. Then ask the agent to continue.'
					: 'Everything done so far is kept. The fault is the provider’s. Ask the agent to continue in a few minutes, or choose another model.',
			)
		case 'too_long':
			return notice(
				'The conversation is too long for this model.',
				'Start a new conversation, or choose a model with a longer context.',
			)
		case 'too_large':
			return notice(
				'The model’s answer is too long, so the rest of it was not read.',
				'Everything done so far is kept. Ask for less at once, or choose another model.',
			)
		case 'content':
			return notice(
				`${speaker} rejected the content of this conversation.`,
				'Rephrase the request or start a new conversation.',
			)
		case 'network':
			return hasEndpoint
				? notice(
						`The connection to ${provider} failed several times.`,
						`Everything done so far is kept. Check that it runs. If its address is wrong, ${ADD_ANEW} the right one. Then ask the agent to continue.`,
					)
				: notice(
						'The connection to the model provider failed several times.',
						'Everything done so far is kept. Check the network, then ask the agent to continue.',
					)
		case 'invalid':
			return notice(
				`${speaker} rejected the request.`,
				hasEndpoint
					? 'Its own log may say why. Choose another of its models (Refresh, in your settings under Your model servers, lists them anew), then send the message again.'
					: 'Check the model name in the settings; the server log has the details.',
			)
		case 'web_page':
			return notice(
				`The address of ${hasEndpoint ? provider : 'the model provider'} answered with a web page or a redirect, not as an API.`,
				hasEndpoint
					? `Everything done so far is kept. Perhaps a proxy’s sign-in page stands before the server. If its address is wrong, ${ADD_ANEW} the right one. Then ask the agent to continue.`
					: `Everything done so far is kept. Check the server’s ${providerName(model).toUpperCase()}_BASE_URL, and whether a proxy’s sign-in page stands before the provider. Then ask the agent to continue.`,
			)
		case 'interrupted':
			return notice(
				'The answer was interrupted several times without making progress.',
				'Everything done so far is kept. Ask the agent to continue.',
			)
		case 'no_model':
			return notice(
				'This conversation’s model is no longer configured on this server.',
				'Choose another model, or configure an API key for its provider, then send the message again.',
			)
		case 'no_key':
			if (own && hasEndpoint)
				return notice(
					`You have no model server named ${providerName(model)}.`,
					'Add it in your settings, under Your model servers, or choose another model. Then send the message again.',
				)
			return notice(
				own
					? `There is no key for ${provider}: neither a key of yours nor one of this server.`
					: `There is no key for ${provider} that pays for this run.`,
				own
					? 'Add a key in your settings, under Models and keys, or choose another model. Then send the message again.'
					: 'The person who pays for the run can add one, or choose another model.',
			)
		case 'key_locked':
			return notice(
				own
					? `Your key for ${provider} can no longer be read, because this server’s SECRETS_KEY has changed.`
					: `The key for ${provider} that pays for this run can no longer be read.`,
				own
					? hasEndpoint
						? `To enter it again, ${ADD_ANEW} its key. Then send the message again.`
						: 'Enter the key again in your settings, under Models and keys. Then send the message again.'
					: 'Its owner can enter it again.',
			)
		case 'own_key':
			return notice(
				own
					? `Your key was rejected by ${provider}.`
					: `The key that pays for this run was rejected by ${provider}.`,
				own
					? hasEndpoint
						? `To replace it, ${ADD_ANEW} the right key. Then send the message again.`
						: 'Replace the key in your settings, under Models and keys. Then send the message again.'
					: 'Its owner can replace it.',
			)
		case 'asks_key':
			return notice(
				`${speaker} asks for a key, and none is stored.`,
				own
					? `To store one, ${ADD_ANEW} its key. Then send the message again.`
					: 'Its owner can add it again with its key.',
			)
		case 'own_quota':
			return notice(
				own
					? `Your account at ${provider} is out of credit.`
					: `The account at ${provider} that pays for this run is out of credit.`,
				own
					? 'Add credit with the provider, or choose another model. Then send the message again.'
					: 'Its owner can add credit with the provider.',
			)
		case 'internal':
			return notice(
				'A server error ended this run.',
				'Everything done so far in the project is kept. Ask the agent to continue. The server log has the details.',
			)
		default:
			return error satisfies never
	}
}
