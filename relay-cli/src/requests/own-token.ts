/** A relay's requests about its own token. */
import { OwnRelayToken } from '@fairlead/protocol/computers/pairing'
import type { ProjectLink } from '../home/links.ts'
import { askProven, provenAgent, UnprovenServerError } from './proven-server.ts'

const ANSWER_TIMEOUT_MS = 10_000

interface Answer {
	readonly status: number
	readonly text: string
}

async function ask(
	link: ProjectLink,
	method: 'GET' | 'DELETE',
	timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<Answer> {
	const { server, projectId, token } = link
	const address = `${server}/api/projects/${encodeURIComponent(projectId)}/relay-token`
	const headers = { authorization: `Bearer ${token}` }
	try {
		return await askProven(address, { method, headers, timeoutMs }, provenAgent(link))
	} catch (error) {
		// A refused token has no proof: whoever says so, the token was not sent.
		if (error instanceof UnprovenServerError && error.status === 401)
			return { status: 401, text: '' }
		throw error
	}
}

const isOk = (status: number): boolean => status >= 200 && status < 300

/** Returns null if the token is revoked, or its project deleted. @throws if the server cannot be asked */
export async function readOwnToken(
	link: ProjectLink,
	timeoutMs?: number,
): Promise<OwnRelayToken | null> {
	const { status, text } = await ask(link, 'GET', timeoutMs)
	if (status === 401 || status === 404) return null
	if (!isOk(status)) throw new Error(`HTTP ${status}`)
	return OwnRelayToken.parse(JSON.parse(text))
}

/** Does nothing if it was revoked before. @throws if the server cannot be asked */
export async function revokeOwnToken(link: ProjectLink): Promise<void> {
	const { status } = await ask(link, 'DELETE')
	if (!isOk(status) && status !== 401 && status !== 404) throw new Error(`HTTP ${status}`)
}
