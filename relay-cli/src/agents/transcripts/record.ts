/** One line of a transcript as what it says; see docs/agents.md. Pure, and never throws. */

import { countOf, type Fields, fieldsOf, listOf, textOf, timeOf } from './fields.ts'
import type { SplitLine } from './line-splitter.ts'

export interface RecordUsage {
	readonly input: number
	readonly output: number
	readonly cacheRead: number
	readonly cacheWrite: number
	/** The part of `cacheWrite` that is kept for an hour, at another price. */
	readonly cacheWriteHour: number
}

export type AssistantBlock =
	| { readonly kind: 'text' | 'thinking'; readonly text: string }
	| { readonly kind: 'tool'; readonly id: string; readonly name: string; readonly input: Fields }

export interface ResultBlock {
	readonly toolId: string
	readonly failed: boolean
	/** null if it is in a line that is too long to be read. */
	readonly content: unknown
}

interface Facts {
	readonly at: number | null
	readonly cwd: string | null
	readonly branch: string | null
	/** `member` null: the team's lead. */
	readonly team: { readonly name: string; readonly member: string | null } | null
	/** Whether it is a sub-agent's, which old versions write into the session's own file. */
	readonly isSide: boolean
}

export type TranscriptRecord = Facts & Said

type Said =
	| {
			readonly kind: 'assistant'
			readonly messageId: string | null
			readonly model: string | null
			readonly usage: RecordUsage | null
			readonly blocks: readonly AssistantBlock[]
			/** The model could not be asked: the turn is over. */
			readonly isError: boolean
	  }
	| { readonly kind: 'prompt'; readonly text: string }
	/** Text that no person wrote, such as what a command printed. */
	| { readonly kind: 'aside'; readonly text: string }
	/** `/clear` began this file. */
	| { readonly kind: 'cleared' }
	| { readonly kind: 'interrupted' }
	| {
			readonly kind: 'results'
			readonly results: readonly ResultBlock[]
			/** The sub-agent whose result it is. */
			readonly agentId: string | null
			/** The sub-agent has only begun: it works in the background. */
			readonly isLaunch: boolean
			/** The file on which Claude Code's file tools say they worked. */
			readonly path: string | null
	  }
	| { readonly kind: 'turn-end' }
	| { readonly kind: 'compacted'; readonly text: string }
	| { readonly kind: 'progress'; readonly of: string; readonly toolId: string | null }
	/** A background agent or command ended. */
	| {
			readonly kind: 'background-end'
			readonly toolId: string | null
			readonly agentId: string | null
	  }
	| { readonly kind: 'title'; readonly text: string }
	/** The file is of an agent other than Claude Code. */
	| { readonly kind: 'program'; readonly name: string }
	/** Totals of the session. `size` 0 or `cost` null: the agent does not tell it. */
	| {
			readonly kind: 'usage'
			readonly used: number
			readonly size: number
			readonly cost: number | null
	  }
	| { readonly kind: 'ignored' }
	| { readonly kind: 'unknown'; readonly type: string }
	/** Not JSON, or not an object. */
	| { readonly kind: 'damaged' }

/** Written beside the conversation; none of it says what the agent does. */
export const IGNORED_TYPES: ReadonlySet<string> = new Set([
	'agent-color',
	'agent-name',
	'agent-setting',
	'ai-title',
	'attachment',
	'attribution-snapshot',
	'content-replacement',
	'cost-state',
	'file-history-delta',
	'file-history-snapshot',
	'last-prompt',
	'mode',
	'permission-mode',
	'pr-link',
	'relocated',
	'speculation-accept',
	'summary',
	'tag',
	'task-summary',
	'worktree-state',
])
const INTERRUPTED = '[Request interrupted by user'
const CLEAR = '/clear</command-name>'
/** The beginning of a text that Claude Code itself wrote. */
const ASIDE =
	/^\s*(?:<(?:local-command-[a-z]+|task-notification|system-reminder|command-message|bash-(?:input|stdout|stderr)|user-memory-input|teammate-message)\b|Caveat: )/
const COMMAND = /<command-name>([^<]{1,100})<\/command-name>/
const COMMAND_ARGS = /<command-args>([^<]{0,1000})<\/command-args>/
/** Finds the id in a line that is too long to be read; the field comes early in its line. */
const TOOL_OF_RESULT = /"tool_use_id":"([\w-]{1,200})"/g

export function readRecord(line: SplitLine): TranscriptRecord {
	if (line.isCut) return cutRecord(line.text)
	let value: unknown
	try {
		value = JSON.parse(line.text)
	} catch {
		value = null
	}
	const record = fieldsOf(value)
	return record ? recordOf(record) : { ...NO_FACTS, kind: 'damaged' }
}

const NO_FACTS: Facts = { at: null, cwd: null, branch: null, team: null, isSide: false }

function recordOf(record: Fields): TranscriptRecord {
	const facts: Facts = {
		at: timeOf(record['timestamp']),
		cwd: textOf(record['cwd']),
		branch: textOf(record['gitBranch']) || null,
		team: teamOf(record),
		isSide: record['isSidechain'] === true,
	}
	const type = textOf(record['type']) ?? ''
	switch (type) {
		case 'assistant':
			return { ...facts, ...assistant(record) }
		case 'user':
			return { ...facts, ...user(record) }
		case 'system':
			return { ...facts, ...system(record) }
		case 'progress': {
			const of = textOf(fieldsOf(record['data'])?.['type']) ?? ''
			const toolId = textOf(record['parentToolUseID']) ?? textOf(record['toolUseID'])
			return { ...facts, kind: 'progress', of, toolId }
		}
		case 'queue-operation':
			return { ...facts, ...queued(record) }
		case 'custom-title':
			return { ...facts, kind: 'title', text: textOf(record['customTitle']) ?? '' }
		default:
			return IGNORED_TYPES.has(type)
				? { ...facts, kind: 'ignored' }
				: { ...facts, kind: 'unknown', type }
	}
}

function teamOf(record: Fields): Facts['team'] {
	const name = textOf(record['teamName'])
	return name ? { name, member: textOf(record['agentName']) || null } : null
}

function assistant(record: Fields): Said {
	const message = fieldsOf(record['message']) ?? {}
	const content = message['content'] ?? record['content']
	const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
	const model = idOf(message['model'])
	return {
		kind: 'assistant',
		messageId: idOf(message['id']),
		// Claude Code wrote it itself, such as an error.
		model: model === '<synthetic>' ? null : model,
		usage: usageOf(fieldsOf(message['usage'])),
		blocks: parts.flatMap((part) => blockOf(fieldsOf(part))),
		isError: record['isApiErrorMessage'] === true,
	}
}

function blockOf(part: Fields | null): AssistantBlock[] {
	switch (part?.['type']) {
		case 'text':
			return [{ kind: 'text', text: textOf(part['text']) ?? '' }]
		case 'thinking':
			return [{ kind: 'thinking', text: textOf(part['thinking']) ?? '' }]
		case 'tool_use':
		case 'server_tool_use': {
			const [id, name] = [idOf(part['id']), textOf(part['name'])]
			if (!id) return []
			return [{ kind: 'tool', id, name: name ?? '', input: fieldsOf(part['input']) ?? {} }]
		}
		default:
			return []
	}
}

/** Returns null for a text that is longer than any real id: neither cards nor entries can have it. */
const idOf = (value: unknown): string | null => {
	const id = textOf(value)
	return id && id.length <= 200 ? id : null
}

function usageOf(usage: Fields | null): RecordUsage | null {
	if (!usage) return null
	return {
		input: countOf(usage['input_tokens']),
		output: countOf(usage['output_tokens']),
		cacheRead: countOf(usage['cache_read_input_tokens']),
		cacheWrite: countOf(usage['cache_creation_input_tokens']),
		cacheWriteHour: countOf(fieldsOf(usage['cache_creation'])?.['ephemeral_1h_input_tokens']),
	}
}

function user(record: Fields): Said {
	const content = fieldsOf(record['message'])?.['content'] ?? record['content']
	const parts = listOf(content)
		.map(fieldsOf)
		.filter((part) => part !== null)
	const results = parts.flatMap((part) => {
		const toolId = part['type'] === 'tool_result' ? idOf(part['tool_use_id']) : null
		if (!toolId) return []
		return [{ toolId, failed: part['is_error'] === true, content: part['content'] }]
	})
	if (results.length > 0) {
		const said = fieldsOf(record['toolUseResult'])
		const status = textOf(said?.['status'])
		return {
			kind: 'results',
			results,
			agentId: idOf(said?.['agentId']),
			isLaunch: said?.['isAsync'] === true || status === 'async_launched',
			path: textOf(fieldsOf(said?.['file'])?.['filePath']) ?? textOf(said?.['filePath']),
		}
	}
	const texts = parts.flatMap(
		(part) => (part['type'] === 'text' ? textOf(part['text']) : null) ?? [],
	)
	const text = typeof content === 'string' ? content : texts.join('\n')
	return saidBy(record, text)
}

function saidBy(record: Fields, text: string): Said {
	if (text.startsWith(INTERRUPTED)) return { kind: 'interrupted' }
	if (text.includes(CLEAR) && text.length < 2_000) return { kind: 'cleared' }
	if (record['isCompactSummary'] === true) return { kind: 'compacted', text }
	if (record['isMeta'] === true) return { kind: 'aside', text }
	const command = text.startsWith('<command-') && COMMAND.exec(text)?.[1]
	if (command) {
		const args = COMMAND_ARGS.exec(text)?.[1] ?? ''
		return { kind: 'prompt', text: `${command} ${args}`.trim() }
	}
	if (text.trim() === '' || ASIDE.test(text)) return { kind: 'aside', text }
	return { kind: 'prompt', text }
}

function system(record: Fields): Said {
	switch (record['subtype']) {
		case 'turn_duration':
			return { kind: 'turn-end' }
		case 'init':
			return { kind: 'program', name: textOf(record['program']) ?? '' }
		case 'usage': {
			const { cost } = record
			const [used, size] = [countOf(record['used']), countOf(record['size'])]
			const isCost = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0
			return { kind: 'usage', used, size, cost: isCost ? cost : null }
		}
		case 'compact_boundary':
			return { kind: 'compacted', text: textOf(record['content']) ?? '' }
		default:
			return { kind: 'ignored' }
	}
}

function queued(record: Fields): Said {
	const content = textOf(record['content'])
	if (record['operation'] !== 'enqueue' || !content?.includes('<task-notification>'))
		return { kind: 'ignored' }
	const toolId = /<tool-use-id>([\w-]{1,200})<\/tool-use-id>/.exec(content)?.[1] ?? null
	const agentId = /<task-id>([\w-]{1,100})<\/task-id>/.exec(content)?.[1] ?? null
	return { kind: 'background-end', toolId, agentId }
}

/** A result with a large picture must not leave its tool running forever. */
function cutRecord(beginning: string): TranscriptRecord {
	const ids = [...beginning.matchAll(TOOL_OF_RESULT)].flatMap(([, id]) => id ?? [])
	const results = [...new Set(ids)].map((toolId) => ({ toolId, failed: false, content: null }))
	if (results.length === 0) return { ...NO_FACTS, kind: 'ignored' }
	return { ...NO_FACTS, kind: 'results', results, agentId: null, isLaunch: false, path: null }
}
