/** The name of a row of usage: the person, and by which of their credentials, or what caused it without one. */
import type { UsageByDay } from '@fairlead/protocol/models/usage'

type By = UsageByDay['rows'][number]['by']

/** Where no person is known by name. */
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

/** One person has a row for each; on the page, their name is enough. */
export function usedBy({ kind, name }: By): string {
	if (name === null) return KINDS[kind]
	return kind === 'session' ? name : `${name} (${KINDS[kind].replace(/^(?:An?|The) /, '')})`
}
