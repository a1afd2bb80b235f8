/** Messages as HTTP requests: Standard Webhooks, Slack's incoming webhooks, GitHub's REST API. */
import type { GitHubReport, ReportTarget } from '@fairlead/protocol/automations/reports'
import type { RunVerdict } from '@fairlead/protocol/conversations/runs'
import { toBase64 } from '../../platform/sealed-secret.ts'
import { signingBytes } from '../kept-secret.ts'
import type { ReportContent } from './report-content.ts'
import {
	bodyOf,
	costWords,
	cut,
	headline,
	inOneLine,
	oneLine,
	outcomeWords,
	quiet,
} from './words.ts'

/** The longest text of a webhook's summary, a Slack message, and a comment. */
const MAX_SUMMARY_CHARS = 2_000
const MAX_SLACK_CHARS = 2_500
const MAX_COMMENT_CHARS = 10_000
/** GitHub refuses longer descriptions. */
const MAX_STATUS_CHARS = 140
const MAX_TITLE_CHARS = 200
const USER_AGENT = 'Fairlead (automation report)'

export interface Envelope {
	/** The message's id, the same for every attempt. */
	readonly id: string
	readonly told: ReportContent
	/** The value of the report's path in the payload. */
	readonly ref: string | null
	/** The link to the conversation; null: there is none, or the server does not know its own address. */
	readonly link: string | null
}

export interface WireRequest {
	readonly method: 'GET' | 'POST'
	readonly url: string
	readonly headers: Readonly<Record<string, string>>
	readonly body: string | null
}

const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT } as const
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A request of Standard Webhooks. `now`: the time of this attempt; receivers refuse old ones. */
export async function webhookRequest(
	url: string,
	secret: string,
	{ id, told, link }: Envelope,
	now: number,
): Promise<WireRequest> {
	const { outcome, at, project, automation, deliveryId, conversationId, run, error } = told
	const body = JSON.stringify({
		type: `automation.${outcome ?? 'test'}`,
		timestamp: new Date(at).toISOString(),
		data: {
			project,
			automation,
			delivery: deliveryId === null ? null : { id: deliveryId },
			conversation: conversationId === null ? null : { id: conversationId, url: link },
			run: run && { id: run.id, state: run.state, verdict: run.verdict, usage: run.usage },
			summary: run?.answer ? cut(run.answer, MAX_SUMMARY_CHARS) : null,
			error,
		},
	})
	const seconds = String(Math.floor(now / 1_000))
	const hmac = { name: 'HMAC', hash: 'SHA-256' } as const
	const key = await crypto.subtle.importKey('raw', signingBytes(secret), hmac, false, ['sign'])
	const signed = await crypto.subtle.sign('HMAC', key, utf8(`${id}.${seconds}.${body}`))
	return {
		method: 'POST',
		url,
		body,
		headers: {
			...JSON_HEADERS,
			'webhook-id': id,
			'webhook-timestamp': seconds,
			'webhook-signature': `v1,${toBase64(new Uint8Array(signed))}`,
		},
	}
}

/** Characters that Slack, and products that imitate it, treat as markup. */
const slackText = (text: string): string =>
	quiet(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function slackRequest(url: string, { id, told, link }: Envelope): WireRequest {
	const lines = [
		`*${slackText(headline(told)).replaceAll('*', '')}*`,
		slackText(bodyOf(told, MAX_SLACK_CHARS)),
		[costWords(told), link && `<${link}|Open the conversation>`].filter(Boolean).join(' · '),
	]
	const text = lines.filter(Boolean).join('\n')
	// A preview would tell the server of a link, which a model wrote, about it.
	const body = JSON.stringify({ text, unfurl_links: false, unfurl_media: false })
	return { method: 'POST', url, headers: { ...JSON_HEADERS, 'idempotency-key': id }, body }
}

type GitHubTarget = Extract<ReportTarget, { kind: 'github' }>

/** The state that GitHub shows beside a commit. A skipped one counts as a success, as GitHub itself counts skipped checks. */
const STATUS = {
	begun: 'pending',
	completed: 'success',
	failed: 'failure',
	cancelled: 'error',
	skipped: 'success',
	refused: 'error',
} as const
const CONCLUSION = {
	begun: null,
	completed: 'success',
	failed: 'failure',
	cancelled: 'cancelled',
	skipped: 'skipped',
	refused: 'action_required',
} as const
/** The conclusion of a completed run. Not `neutral`: where a branch requires the check, GitHub would let it pass. */
const DOUBTFUL = {
	compile_errors: 'failure',
	tests_failed: 'failure',
	denied: 'action_required',
	partly_denied: 'action_required',
	effect_unknown: 'action_required',
	reverted: 'cancelled',
	partly_reverted: 'action_required',
} as const satisfies Record<RunVerdict, string>

const github = (token: string): Record<string, string> => ({
	...JSON_HEADERS,
	accept: 'application/vnd.github+json',
	authorization: `Bearer ${token}`,
	'x-github-api-version': '2022-11-28',
})

const repositoryUrl = ({ api, repository }: GitHubTarget): string =>
	`${api.replace(/\/+$/, '')}/repos/${repository}`

/** A comment or issue says which message it is, so that a second one is not made. */
export const marker = (id: string): string => `<!-- fairlead ${id} -->`

function markdown({ id, told, link }: Envelope): string {
	const lines = [
		`**${quiet(oneLine(headline(told)))}**`,
		quiet(bodyOf(told, MAX_COMMENT_CHARS)),
		[costWords(told), link && `[Open the conversation](${link})`].filter(Boolean).join(' · '),
		marker(id),
	]
	return lines.filter(Boolean).join('\n\n')
}

export class NoRef extends Error {}

/** The value, if it may stand in a path. @throws {NoRef} */
function checkedRef(make: GitHubReport, ref: string | null): string {
	switch (make.as) {
		case 'status':
		case 'check':
			if (ref !== null && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)) return ref
			throw new NoRef(`The payload has no commit at ${make.sha}.`)
		case 'comment': {
			const number = typeof make.issue === 'number' ? String(make.issue) : ref
			if (number !== null && /^[1-9]\d{0,9}$/.test(number)) return number
			throw new NoRef(`The payload has no number of an issue at ${make.issue}.`)
		}
		case 'issue':
			return ''
		default:
			return make satisfies never
	}
}

/** @throws {NoRef} if the payload had no commit, or no issue */
export function githubRequest(
	target: GitHubTarget,
	token: string,
	envelope: Envelope,
): WireRequest {
	const { make } = target
	const { told, link, id } = envelope
	const ref = checkedRef(make, envelope.ref)
	const post = (path: string, body: object): WireRequest => ({
		method: 'POST',
		url: `${repositoryUrl(target)}/${path}`,
		headers: github(token),
		body: JSON.stringify(body),
	})
	const outcome = told.outcome ?? 'begun'
	const doubtful = outcome === 'completed' ? told.run?.verdict : null
	switch (make.as) {
		case 'status':
			return post(`statuses/${ref}`, {
				state: doubtful ? 'failure' : STATUS[outcome],
				...(link ? { target_url: link } : {}),
				description: cut(inOneLine(told), MAX_STATUS_CHARS),
				context: make.context,
			})
		case 'check': {
			const conclusion = doubtful ? DOUBTFUL[doubtful] : CONCLUSION[outcome]
			return post('check-runs', {
				name: make.name,
				head_sha: ref,
				external_id: id,
				...(link ? { details_url: link } : {}),
				...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
				output: { title: cut(inOneLine(told), MAX_TITLE_CHARS), summary: markdown(envelope) },
			})
		}
		case 'comment':
			return post(`issues/${ref}/comments`, { body: markdown(envelope) })
		case 'issue':
			return post('issues', {
				title: cut(`${oneLine(make.title)}: ${outcomeWords(told)}`, MAX_TITLE_CHARS),
				body: markdown(envelope),
			})
		default:
			return make satisfies never
	}
}

/** Finds the result of an earlier attempt that got no answer; null: making it twice changes nothing. */
export function githubLookup(
	target: GitHubTarget,
	token: string,
	envelope: Envelope,
	/** Unix milliseconds of the first attempt. */
	since: number,
): WireRequest | null {
	const { make } = target
	if (make.as === 'status' || make.as === 'check') return null
	// A minute before: the clocks differ.
	const from = new Date(since - 60_000).toISOString()
	const list =
		make.as === 'issue' ? 'issues?state=all&' : `issues/${checkedRef(make, envelope.ref)}/comments?`
	const url = `${repositoryUrl(target)}/${list}per_page=100&since=${encodeURIComponent(from)}`
	return { method: 'GET', url, headers: github(token), body: null }
}

/** The request of a test: reads the repository, and makes nothing. */
export const githubProbe = (target: GitHubTarget, token: string): WireRequest => ({
	method: 'GET',
	url: repositoryUrl(target),
	headers: github(token),
	body: null,
})
