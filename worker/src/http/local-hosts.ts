/**
 * The hosts to which a server answers that listens on a loopback address only. A page of another site can have its own
 * name lead to this machine (DNS rebinding): its requests are then of one origin with it, and their `Host` tells.
 */
import type { Env } from '../env.ts'
import { isLoopback } from '../platform/addresses.ts'
import { HttpProblem } from './problem.ts'

const isLocal = (hostname: string): boolean =>
	isLoopback(hostname) || hostname.endsWith('.localhost')

const hostnameOf = (address: string): string | null =>
	URL.canParse(address) ? new URL(address).hostname : null

/** @throws {HttpProblem} if this is a local server, and the host neither this machine nor that of `PUBLIC_URL` */
export function checkHost(env: Pick<Env, 'LOCAL_ONLY' | 'PUBLIC_URL'>, request: Request): void {
	if (env.LOCAL_ONLY !== '1') return
	const named = request.headers.get('host')
	const asked = [
		hostnameOf(request.url),
		...(named === null ? [] : [hostnameOf(`http://${named}`)]),
	]
	const own = hostnameOf(env.PUBLIC_URL ?? '')
	if (asked.every((host) => host !== null && (isLocal(host) || host === own))) return
	throw new HttpProblem('forbidden', 'This server answers on this computer only.', {
		detail:
			'Open it at localhost. Behind a proxy or a tunnel, set PUBLIC_URL to the address that people open, then start it again.',
	})
}
