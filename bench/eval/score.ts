/** The cost of a run, read from its message. Pure. */
import { MessageMetadata } from '@fairlead/protocol/conversations/stream-parts'
import { type Message, toolParts } from '../../test/e2e/chat-client.ts'

export type Verdict = 'solved' | 'failed' | 'broken'

export interface Score {
	readonly task: string
	/** broken: the run or the check itself failed, so nothing is known of the model. */
	readonly verdict: Verdict
	/** Why it is not solved. */
	readonly why?: string
	readonly calls: number
	/** Calls that failed, and calls that repeat an earlier one word by word without anything changed in between. */
	readonly wasted: number
	readonly approvals: number
	readonly tokensIn: number
	readonly tokensOut: number
	readonly tokensCached: number
	readonly seconds: number
	/** Names of the tools it called, each once. */
	readonly tools: readonly string[]
}

export type Cost = Omit<Score, 'task' | 'verdict' | 'why' | 'approvals' | 'seconds'>

/** Tools whose calls change nothing, so that asking the same again brings the same. */
const READS = new Set(['unity_query', 'read_file', 'list_directory', 'search_files', 'find_tools'])

export function costOf(message: Message): Cost {
	const parts = toolParts(message)
	let wasted = 0
	const seen = new Set<string>()
	for (const { type, input, state } of parts) {
		const call = `${type} ${JSON.stringify(input)}`
		if (state === 'output-error' || seen.has(call)) wasted++
		// After a change the same question is a new one.
		else if (!READS.has(type.slice('tool-'.length))) seen.clear()
		seen.add(call)
	}
	const { usage } = MessageMetadata.parse(message.metadata ?? {})
	return {
		calls: parts.length,
		wasted,
		tokensIn: (usage?.inputTokens ?? 0) + (usage?.cacheWriteTokens ?? 0),
		tokensOut: usage?.outputTokens ?? 0,
		tokensCached: usage?.cacheReadTokens ?? 0,
		tools: [...new Set(parts.map(({ type }) => type.slice('tool-'.length)))],
	}
}

/** In how many of the runs each tool was called, most first. */
export function toolUsage(scores: readonly Score[]): readonly [tool: string, runs: number][] {
	const counts = new Map<string, number>()
	for (const { tools } of scores)
		for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1)
	return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
}

/** Totals of all tasks: sums of the numbers. */
export function totalOf(scores: readonly Score[]): Omit<Score, 'task' | 'verdict' | 'tools'> & {
	readonly solved: number
	readonly tasks: number
} {
	const sum = (of: (score: Score) => number): number =>
		scores.reduce((all, score) => all + of(score), 0)
	return {
		tasks: scores.length,
		solved: scores.filter(({ verdict }) => verdict === 'solved').length,
		calls: sum(({ calls }) => calls),
		wasted: sum(({ wasted }) => wasted),
		approvals: sum(({ approvals }) => approvals),
		tokensIn: sum(({ tokensIn }) => tokensIn),
		tokensOut: sum(({ tokensOut }) => tokensOut),
		tokensCached: sum(({ tokensCached }) => tokensCached),
		seconds: sum(({ seconds }) => seconds),
	}
}
