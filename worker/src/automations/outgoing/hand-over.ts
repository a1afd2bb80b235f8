/** Hands one message to its receiver, once. Never throws; what it says of a failure holds no secret and no address. */
import type { ReportTarget } from '@fairlead/protocol/reports'
import type { Mailer } from '../../mail/mailer.ts'
import { within } from '../../within.ts'
import type { AddressRule } from './addresses.ts'
import { type Answer, retryAfterMs } from './backoff.ts'
import { checkReachable } from './reachable.ts'
import type { Told } from './told.ts'
import {
	type Envelope,
	githubLookup,
	githubProbe,
	githubRequest,
	marker,
	NoRef,
	slackRequest,
	type WireRequest,
	webhookRequest,
} from './wire.ts'
import { bodyOf, costWords, headline, oneLine } from './words.ts'

/** Until the answer has come. */
const ANSWER_MS = 10_000
/** Bounds of an answer that is searched for an earlier message, and of one that says why not. */
const MAX_LOOKUP_BYTES = 2_000_000
const MAX_NOTE_BYTES = 4_096
const MAX_NOTE_CHARS = 200
const MAX_MAIL_CHARS = 10_000

export interface Receiver {
	readonly target: ReportTarget
	/** The signing secret, Slack's address, or GitHub's token. */
	readonly secret: string
	/** A member's address; null: they left the project, or have none. */
	readonly mail: string | null
	readonly rule: AddressRule
}

export interface Parcel extends Envelope {
	/** Since when it may have arrived without an answer; null: this is the first attempt. */
	readonly triedSince: number | null
	/** Further lines of a mail. */
	readonly also: readonly Told[]
}

export interface HandOverPorts {
	readonly fetch: typeof fetch
	readonly clock: () => number
	/** Null: mail is not set up. */
	readonly mailer: Mailer | null
	/** Tests: shorter. */
	readonly answerMs?: number
}

export async function handOver(
	receiver: Receiver,
	parcel: Parcel,
	ports: HandOverPorts,
): Promise<Answer> {
	const { target, secret, rule } = receiver
	try {
		switch (target.kind) {
			case 'webhook':
				return await send(
					await webhookRequest(target.url, secret, parcel, ports.clock()),
					rule,
					ports,
				)
			case 'slack':
				return await send(slackRequest(secret, parcel), rule, ports, slackNote)
			case 'github':
				return await toGitHub(target, receiver, parcel, ports)
			case 'mail':
				return await toMail(receiver.mail, parcel, ports.mailer)
			default:
				return target satisfies never
		}
	} catch (error) {
		if (error instanceof NoRef) return { kind: 'unsendable', error: error.message }
		throw error
	}
}

async function toGitHub(
	target: Extract<ReportTarget, { kind: 'github' }>,
	{ secret, rule }: Receiver,
	parcel: Parcel,
	ports: HandOverPorts,
): Promise<Answer> {
	if (parcel.told.outcome === null)
		return send(githubProbe(target, secret), rule, ports, githubNote)
	const { triedSince } = parcel
	const lookup = triedSince === null ? null : githubLookup(target, secret, parcel, triedSince)
	if (lookup !== null) {
		let found = ''
		const looked = await send(lookup, rule, ports, (text) => {
			found = text
			return null
		})
		if (looked.kind !== 'answered' || looked.status !== 200) return looked
		if (found.includes(marker(parcel.id))) return { kind: 'arrived' }
	}
	return send(githubRequest(target, secret, parcel), rule, ports, githubNote)
}

async function toMail(to: string | null, parcel: Parcel, mailer: Mailer | null): Promise<Answer> {
	if (mailer === null) return { kind: 'unsendable', error: 'This server sends no mail.' }
	if (to === null) {
		return {
			kind: 'unsendable',
			error: 'The recipient has left the project or has no mail address.',
		}
	}
	const { id, told, link, also } = parcel
	const rest = also.map((one) => `- ${new Date(one.at).toISOString()} ${headline(one)}`)
	const more = rest.length > 0 ? `Also, since the last mail:\n${rest.join('\n')}` : null
	const lines = [bodyOf(told, MAX_MAIL_CHARS), costWords(told), link, more].filter(Boolean)
	const text = `${lines.join('\n\n')}\n\nReported by an automation of the project ${oneLine(told.project.name)} in Fairlead.\n`
	try {
		await mailer({ id, to, subject: headline(told), text })
		return { kind: 'arrived' }
	} catch (error) {
		// The endpoint's answer is for the operator.
		console.warn(
			JSON.stringify({ level: 'warn', event: 'report_not_mailed', error: String(error) }),
		)
		return { kind: 'none', error: 'The mail server did not take it.' }
	}
}

/** @param read what of the answer's text may be shown; without it, none is read */
async function send(
	request: WireRequest,
	rule: AddressRule,
	{ fetch, clock, answerMs = ANSWER_MS }: HandOverPorts,
	read?: (text: string) => string | null,
): Promise<Answer> {
	// Again: what was allowed when the report was saved may not be now.
	const checked = await checkReachable(request.url, rule)
	if (!checked.ok) return { kind: checked.lasting ? 'unsendable' : 'none', error: checked.reason }
	const { method, headers, body } = request
	try {
		return await within(answerMs, async (signal): Promise<Answer> => {
			const answer = await fetch(request.url, { method, headers, body, redirect: 'manual', signal })
			const { status } = answer
			const max = method === 'GET' ? MAX_LOOKUP_BYTES : MAX_NOTE_BYTES
			const note = read ? read(await beginningOf(answer, max)) : null
			if (!read) await answer.body?.cancel()
			const after = retryAfterMs(answer.headers.get('retry-after'), clock())
			return { kind: 'answered', status, retryAfterMs: after, note: status < 400 ? null : note }
		})
	} catch (error) {
		// The runtime's own words may name the address, which is Slack's secret.
		const late = error instanceof Error && error.name === 'TimeoutError'
		return {
			kind: 'none',
			error: late
				? `There was no answer within ${answerMs / 1_000} seconds.`
				: 'The receiver could not be reached.',
		}
	}
}

/** Not more than that is read, whatever comes. */
async function beginningOf(answer: Response, maxBytes: number): Promise<string> {
	const reader = answer.body?.getReader()
	if (!reader) return ''
	const decoder = new TextDecoder()
	let text = ''
	for (let bytes = 0; bytes < maxBytes; ) {
		const { done, value } = await reader.read()
		if (done) return text + decoder.decode()
		text += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true })
		bytes += value.byteLength
	}
	await reader.cancel()
	return text
}

/** Slack answers with a word, such as `channel_is_archived`. Other text may be anything. */
const slackNote = (text: string): string | null =>
	/^[a-z_]{1,60}$/.test(text.trim()) ? text.trim() : null

/** GitHub's `message`. */
function githubNote(text: string): string | null {
	try {
		const { message } = JSON.parse(text) as { message?: unknown }
		return typeof message === 'string' ? message.slice(0, MAX_NOTE_CHARS) : null
	} catch {
		return null
	}
}
