/** A tool call of the Agent Client Protocol as the transcript has it: in the names and inputs of Claude Code. Pure. */
import { cut, type Fields, fieldsOf, lineOf, listOf, textOf } from '../agents/transcripts/fields.ts'
import type { ToolRecord } from './session-transcript.ts'

/** A call as the agent's updates have described it so far. */
export interface ToolCall {
	readonly id: string
	readonly title: string
	readonly kind: string
	readonly status: string
	readonly input: unknown
	readonly output: unknown
	readonly content: readonly unknown[]
	readonly paths: readonly string[]
}

export interface FileDiff {
	readonly path: string
	/** The text before; null if the file is new, or written whole. */
	readonly before: string | null
	readonly after: string
}

const MAX_NAME = 100
const MAX_DIFFS = 50
/** Characters of each side of a difference. */
const MAX_SIDE = 100_000
const SHELLS = /(^|[\\/])(ba|z|da|k)?sh(\.exe)?$/
/** Names by which Claude Code tells more than that a tool runs. */
const MEANT = new Set([
	'Agent',
	'AskUserQuestion',
	'CronCreate',
	'CronDelete',
	'ExitPlanMode',
	'ScheduleWakeup',
	'Task',
])

/** @param update of a call, or the call itself; null: it names none */
export function updatedCall(known: ToolCall | undefined, update: Fields): ToolCall | null {
	const id = textOf(update['toolCallId'])
	if (!id) return null
	const text = (name: string, before: string | undefined): string =>
		textOf(update[name]) ?? before ?? ''
	const locations = listOf(update['locations']).flatMap(
		(one) => textOf(fieldsOf(one)?.['path']) ?? [],
	)
	const content = update['content']
	return {
		id,
		title: text('title', known?.title),
		kind: text('kind', known?.kind),
		status: text('status', known?.status),
		input: update['rawInput'] ?? known?.input,
		output: update['rawOutput'] ?? known?.output,
		content: Array.isArray(content) ? content : (known?.content ?? []),
		paths: locations.length > 0 ? locations : (known?.paths ?? []),
	}
}

export const isOver = ({ status }: ToolCall): boolean =>
	status === 'completed' || status === 'failed'

/** A call is often told before what it does is known. */
export function saysEnough(call: ToolCall): boolean {
	if (call.status === 'in_progress' || isOver(call)) return true
	switch (call.kind) {
		case 'edit':
			return diffsOf(call).length > 0
		case 'read':
			return fileOf(call) !== null
		case 'execute':
			return commandOf(call) !== null
		default:
			return Object.keys(fieldsOf(call.input) ?? {}).length > 0
	}
}

/**
 * The records of a call that are still to be written: each file that it edits is a tool of its own.
 *
 * @param written records of it, and differences among them
 */
export function toolRecords(call: ToolCall, written: Written = NOTHING): ToolRecord[] {
	const diffs = diffsOf(call).slice(written.diffs, MAX_DIFFS).map(editOf)
	const tools = diffs.length > 0 || written.records > 0 ? diffs : [namedTool(call)]
	return tools.map((tool, at) => ({ id: recordId(call, written.records + at + 1), ...tool }))
}

export interface Written {
	readonly records: number
	readonly diffs: number
}

export const NOTHING: Written = { records: 0, diffs: 0 }

/** The id of a record: only characters that a transcript's reader takes. */
export const recordId = ({ id }: ToolCall, part = 1): string =>
	`${id.replace(/[^\w-]/g, '-').slice(0, 150)}${part === 1 ? '' : `-${part}`}`

const editOf = ({ path, before, after }: FileDiff): Omit<ToolRecord, 'id'> =>
	before === null
		? { name: 'Write', input: { file_path: path, content: cut(after, MAX_SIDE) } }
		: {
				name: 'Edit',
				input: {
					file_path: path,
					old_string: cut(before, MAX_SIDE),
					new_string: cut(after, MAX_SIDE),
				},
			}

/** The call's name and input, without its differences. */
export function namedTool(call: ToolCall): Omit<ToolRecord, 'id'> {
	const input = fieldsOf(call.input) ?? {}
	const path = fileOf(call)
	switch (call.kind) {
		case 'read':
			if (path !== null) return { name: 'Read', input: { file_path: path } }
			break
		case 'edit':
			// Without a difference: the name says what is done, and to what.
			if (path !== null) return { name: 'MultiEdit', input: { ...input, file_path: path } }
			break
		case 'execute':
			return { name: 'Bash', input: { command: commandOf(call) ?? call.title } }
		case 'search': {
			const pattern = textOf(input['pattern']) ?? textOf(input['query']) ?? call.title
			return { name: 'Grep', input: { ...input, pattern } }
		}
		case 'fetch':
			return { name: 'WebFetch', input: { ...input, url: textOf(input['url']) ?? call.title } }
	}
	const title = lineOf(call.title || call.kind, MAX_NAME) || 'a tool'
	return { name: MEANT.has(title) ? `Tool ${title}` : title, input }
}

/** The file that it reads or edits, if it is one. */
export function fileOf(call: ToolCall): string | null {
	const input = fieldsOf(call.input) ?? {}
	const named = ['file_path', 'filePath', 'absolute_path', 'abs_path', 'path']
		.map((name) => textOf(input[name]))
		.find((path) => path)
	return diffsOf(call)[0]?.path ?? named ?? call.paths[0] ?? null
}

/** The command that the call runs; null if it names none. */
export function commandOf({ input }: Pick<ToolCall, 'input'>): string | null {
	const command = fieldsOf(input)?.['command']
	if (typeof command === 'string') return command || null
	const parts = listOf(command).map(textOf)
	if (parts.length === 0 || parts.includes(null)) return null
	const [program = '', option, line, ...more] = parts as string[]
	const isShell = SHELLS.test(program) && /^-l?c$/.test(option ?? '') && more.length === 0
	return isShell && line !== undefined ? line : parts.join(' ')
}

export function diffsOf({ content }: Pick<ToolCall, 'content'>): FileDiff[] {
	return content.flatMap((one) => {
		const fields = fieldsOf(one)
		const [path, after] = [textOf(fields?.['path']), textOf(fields?.['newText'])]
		if (fields?.['type'] !== 'diff' || !path || after === null) return []
		return [{ path, before: textOf(fields['oldText']), after }]
	})
}

/** The call's result as text. */
export function resultText(call: ToolCall): string {
	const said = call.content
		.map((one) => contentText(fieldsOf(fieldsOf(one)?.['content'])))
		.filter((text) => text !== '')
	if (said.length > 0) return said.join('\n')
	const { output } = call
	if (output === undefined || output === null) return ''
	return textOf(output) ?? JSON.stringify(output)
}

/** A content block, for people. */
export function contentText(block: Fields | null): string {
	switch (block?.['type']) {
		case 'text':
			return textOf(block['text']) ?? ''
		case 'image':
			return '(a picture)'
		case 'audio':
			return '(a recording)'
		case 'resource_link':
			return textOf(block['uri']) ?? ''
		case 'resource':
			return textOf(fieldsOf(block['resource'])?.['text']) ?? ''
		default:
			return ''
	}
}

/** The plan as text: "Plan:" and a line for each step. */
export function planText(entries: unknown): string {
	const steps = listOf(entries).slice(0, 100)
	const lines = steps.flatMap((one) => {
		const step = fieldsOf(one)
		const content = lineOf(textOf(step?.['content']) ?? '', 300)
		if (content === '') return []
		const mark = { completed: 'x', in_progress: '>' }[textOf(step?.['status']) ?? ''] ?? ' '
		return [`[${mark}] ${content}`]
	})
	return lines.length === 0 ? '' : ['Plan:', ...lines].join('\n')
}
