/** Web search with a person's key, as a run uses it. */
import type { Author } from '@fairlead/protocol/people/author'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { ServerCall } from './mcp-servers.ts'

export interface SearchPort {
	/**
	 * Searches once, with the key of whoever pays for this author's runs, which is read anew. Never rejects: a failure is an
	 * outcome.
	 */
	search(
		author: Author,
		call: Pick<ServerCall, 'params' | 'timeoutMs' | 'signal'>,
	): Promise<CallOutcome>
}
