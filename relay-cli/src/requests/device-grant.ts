/** The client's side of pairing: the device authorization grant (RFC 8628) of `protocol/src/computers/pairing.ts`. */

import {
	DEVICE_CODE_GRANT,
	DeviceAuthorization,
	type DeviceAuthorizationRequest,
	DeviceToken,
	DeviceTokenError,
	RELAY_CLIENT_ID,
} from '@fairlead/protocol/computers/pairing'
import { Problem } from '@fairlead/protocol/http/problem'
import { UserError } from '../platform/user-error.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** RFC 8628, 3.5: added to the interval by `slow_down`. */
const SLOWER_BY_MS = 5_000

export type Computer = Omit<DeviceAuthorizationRequest, 'client_id'>

async function send(
	server: string,
	path: string,
	form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
	const answer = await fetch(`${server}${path}`, {
		method: 'POST',
		body: new URLSearchParams({ client_id: RELAY_CLIENT_ID, ...form }),
		// A redirect would carry the device code along.
		redirect: 'error',
		signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
	})
	return { status: answer.status, body: await answer.json().catch(() => null) }
}

/** A server's refusal in its own words. */
function refusal(server: string, status: number, body: unknown): UserError {
	const problem = Problem.safeParse(body)
	if (!problem.success) return new UserError(`${server} answered with HTTP ${status}.`)
	const { title, detail } = problem.data
	return new UserError(detail === undefined ? title : `${title} ${detail}`)
}

/** @throws {UserError} if the server refuses; the error of `fetch` if it cannot be reached */
export async function requestCodes(
	server: string,
	computer: Computer,
): Promise<DeviceAuthorization> {
	const { status, body } = await send(server, '/api/device/authorize', computer)
	const codes = DeviceAuthorization.safeParse(body)
	if (status === 200 && codes.success) return codes.data
	throw refusal(server, status, body)
}

/**
 * Polls until the person has decided. A server that cannot be reached meanwhile is asked again.
 * @throws {UserError} if the request is denied or expires
 */
export async function waitForToken(
	server: string,
	codes: Pick<DeviceAuthorization, 'device_code' | 'expires_in' | 'interval'>,
	sleep: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<DeviceToken> {
	let intervalMs = codes.interval * 1_000
	for (let waitedMs = 0; waitedMs < codes.expires_in * 1_000; waitedMs += intervalMs) {
		await sleep(intervalMs)
		const answer = await send(server, '/api/device/token', {
			grant_type: DEVICE_CODE_GRANT,
			device_code: codes.device_code,
		}).catch(() => null)
		if (answer === null || answer.status >= 500) continue
		const token = DeviceToken.safeParse(answer.body)
		if (answer.status === 200 && token.success) return token.data
		const refused = DeviceTokenError.safeParse(answer.body)
		if (!refused.success) throw refusal(server, answer.status, answer.body)
		const { error, error_description } = refused.data
		if (error === 'slow_down') intervalMs += SLOWER_BY_MS
		else if (error !== 'authorization_pending') throw new UserError(error_description)
	}
	throw new UserError('Nobody approved the code in time. Run "npm run fairlead -- login" again.')
}
