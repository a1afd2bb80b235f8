/** The server that a command talks to: its address as typed, and whether it is there. */
import { CommandError, EXIT } from '../terminal.ts'

export const ANSWER_TIMEOUT_MS = 10_000
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws {CommandError} unless it is an http or https address without a user name. */
export function parseAddress(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : null
	if (url === null || !/^https?:$/.test(url.protocol))
		throw new CommandError(
			`"${text}" is not an address. An address starts with https://.`,
			EXIT.usage,
		)
	if (url.username || url.password)
		throw new CommandError('The address must not contain a user name or password.', EXIT.usage)
	return url
}

/** Without trailing slashes. */
export const baseAddress = ({ origin, pathname }: URL): string =>
	`${origin}${pathname}`.replace(/\/+$/, '')

/** @throws {CommandError} for plain http to another machine, unless the user accepts that. */
export function requireSafeTransport(server: string, insecure: boolean): void {
	const { hostname, protocol } = new URL(server)
	if (protocol !== 'http:' || LOOPBACK_HOSTS.has(hostname) || insecure) return
	throw new CommandError(
		'http:// to another machine exposes the token to the network. Use https://, or --insecure on a network you trust.',
		EXIT.usage,
	)
}

/** The innermost reason of a failed `fetch`, such as `connect ECONNREFUSED`. */
export function reasonOf(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
	return cause instanceof Error ? cause.message : String(cause)
}

/** @throws {CommandError} unless a Fairlead server answers there. */
export async function checkHealth(server: string): Promise<void> {
	const unreachable = (why: string): CommandError =>
		new CommandError(
			`No Fairlead server could be reached at ${server}: ${why}. Check the address, or use --no-check.`,
		)
	let body: unknown
	try {
		const response = await fetch(`${server}/api/health`, {
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
			redirect: 'error',
		})
		body = await response.json()
	} catch (error) {
		throw unreachable(reasonOf(error))
	}
	const { Health } = await import('@fairlead/protocol/http/health')
	if (!Health.safeParse(body).success)
		throw unreachable('/api/health returned an unexpected response')
}
