/** The name of a row of usage: the person, and by which of their credentials, or what caused it without one. */
import type { UsageByDay } from '@fairlead/protocol/models/usage'

type By = UsageByDay['rows'][number]['by']

/** Names by kind, for a row that has no name of its own. */
const KINDS: Readonly<Record<By['kind'], string>> = {
	session: 'A former member',
	relay: 'A relay',
	token: 'An API token',
	share: 'A shared link',
	webhook: 'A webhook',
	schedule: 'A schedule',
	mcp: 'An MCP client',
	system: 'Fairlead',
	operator: 'The operator',
}

/** A person has a row for each credential; for their sessions, the name alone is enough. */
export function usedBy({ kind, name }: By): string {
	if (name === null) return KINDS[kind]
	return kind === 'session' ? name : `${name} (${KINDS[kind].replace(/^(?:An?|The) /, '')})`
}
