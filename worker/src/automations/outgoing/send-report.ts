/** Hands one message to its receiver, once. Never throws; what it says of a failure holds no secret and no address. */
import type { ReportTarget } from '@fairlead/protocol/automations/reports'
import type { Mailer } from '../../mail/mailer.ts'
import type { AddressRule } from '../../platform/addresses.ts'
import type { Answer } from '../../platform/http-delivery.ts'
import type { ReportContent } from './report-content.ts'
import { type SendPorts, send } from './send.ts'
import {
	type Envelope,
	githubLookup,
	githubProbe,
	githubRequest,
	marker,
	NoRef,
	slackRequest,
	webhookRequest,
} from './wire.ts'
import { bodyOf, costWords, headline, oneLine } from './words.ts'

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
	/** Since when the message may have arrived without an answer; null: this is the first attempt. */
	readonly triedSince: number | null
	/** Further messages for the same mail. */
	readonly also: readonly ReportContent[]
}

export interface SendReportPorts extends SendPorts {
	/** Sends mail; null if mail is not set up. */
	readonly mailer: Mailer | null
}

export async function sendReport(
	receiver: Receiver,
	parcel: Parcel,
	ports: SendReportPorts,
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
	ports: SendReportPorts,
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
		// The log has the endpoint's answer, which is for the operator.
		console.warn(
			JSON.stringify({ level: 'warn', event: 'report_not_mailed', error: String(error) }),
		)
		return { kind: 'none', error: 'The mail server did not take it.' }
	}
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
