/** Says in words where else an agent is open. Pure. */
import type { AgentsOpened } from '@fairlead/protocol/agents/agents'

/** @param pages at least one */
export function wordsOf(pages: AgentsOpened['pages']): string {
	const names = [...new Set(pages.flatMap(({ name }) => name ?? []))].sort()
	const own = pages.some(({ name }) => name === undefined)
	if (own) names.push(names.length === 0 ? 'another page of yours' : 'you on another page')
	const last = names.pop()
	if (own && names.length === 0) return `Open on ${last}`
	return `Open: ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`
}
