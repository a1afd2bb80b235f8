/**
 * The session id of a client of 2025. Nothing is kept for it: the client sends it back with each request. It tells the
 * processes of one person apart, which number their requests alike, and which of them show apps.
 */
import { canShowApp } from '@fairlead/protocol/mcp'

export const SESSION_HEADER = 'mcp-session-id'
const SHOWS_APPS = 'app-'

/** The client announced in its handshake that it shows apps. */
export const showsApps = ({ headers }: Request): boolean =>
	headers.get(SESSION_HEADER)?.startsWith(SHOWS_APPS) ?? false

/** Answers a handshake with a session id. */
export function withSession(body: unknown, answer: Response): Response {
	const { method, params } = (body ?? {}) as {
		method?: unknown
		params?: { capabilities?: unknown }
	}
	if (method === 'initialize' && answer.ok) {
		const prefix = canShowApp(params?.capabilities) ? SHOWS_APPS : ''
		answer.headers.set(SESSION_HEADER, prefix + crypto.randomUUID())
	}
	return answer
}
