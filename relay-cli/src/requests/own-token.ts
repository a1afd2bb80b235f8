/** A relay's requests about its own token. */
import { OwnRelayToken } from '@fairlead/protocol/computers/pairing'
import type { ProjectLink } from '../home/links.ts'

const ANSWER_TIMEOUT_MS = 10_000

const ask = (
	{ server, projectId, token }: ProjectLink,
	method: 'GET' | 'DELETE',
	timeoutMs = ANSWER_TIMEOUT_MS,
) =>
	fetch(`${server}/api/projects/${encodeURIComponent(projectId)}/relay-token`, {
		method,
		headers: { authorization: `Bearer ${token}` },
		redirect: 'error',
		signal: AbortSignal.timeout(timeoutMs),
	})

/** Returns null if the token is revoked, or its project deleted. @throws if the server cannot be asked */
export async function readOwnToken(
	link: ProjectLink,
	timeoutMs?: number,
): Promise<OwnRelayToken | null> {
	const answer = await ask(link, 'GET', timeoutMs)
	if (answer.status === 401 || answer.status === 404) return null
	if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
	return OwnRelayToken.parse(await answer.json())
}

/** Does nothing if it was revoked before. @throws if the server cannot be asked */
export async function revokeOwnToken(link: ProjectLink): Promise<void> {
	const { ok, status } = await ask(link, 'DELETE')
	if (!ok && status !== 401 && status !== 404) throw new Error(`HTTP ${status}`)
}
