/** Sending mail: through an HTTP endpoint, or the platform's binding. Plain text only. */
import type { Env } from '../env.ts'
import { within } from '../within.ts'

export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
	/** The same for a mail that is handed in again: sent as `Idempotency-Key`. */
	readonly id?: string
}

/** Rejects if the mail was not accepted; its message may contain what the endpoint said. */
export type Mailer = (mail: Mail) => Promise<void>

const ANSWER_MS = 10_000
/** The most of an endpoint's refusal that is logged. */
const MAX_REASON_CHARS = 300

/** Returns null if mail is not set up. */
export function mailerOf(env: Env): Mailer | null {
	const { MAIL_FROM: from, MAIL_URL: url, MAIL_TOKEN: token, MAIL: binding } = env
	if (!from) return null
	if (url) {
		return async ({ id, ...mail }) => {
			await within(ANSWER_MS, async (signal) => {
				const answer = await fetch(url, {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						...(token ? { authorization: `Bearer ${token}` } : {}),
						...(id === undefined ? {} : { 'idempotency-key': id }),
					},
					body: JSON.stringify({ from, ...mail }),
					redirect: 'manual',
					signal,
				})
				if (answer.ok) return
				const reason = (await answer.text()).slice(0, MAX_REASON_CHARS)
				throw new Error(`The mail endpoint answered ${answer.status}: ${reason}`)
			})
		}
	}
	if (!binding) return null
	return async ({ id: _, ...mail }) => {
		await binding.send({ from, ...mail })
	}
}
