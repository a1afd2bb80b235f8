/** Records of a transcript as people read them: secrets hidden, cut, and bounded. Pure. */
import { AGENT_LIMITS, type TranscriptEntry } from '@fairlead/protocol/agents/agents'
import { holdsSecrets } from '@fairlead/protocol/tools'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { toolText } from '../session/tool-text.ts'
import { cut, type Fields, fieldsOf, lineOf, listOf, textOf } from '../transcripts/fields.ts'
import type { SplitLine } from '../transcripts/line-splitter.ts'
import { type AssistantBlock, readRecord, type TranscriptRecord } from '../transcripts/record.ts'

export const HIDDEN_FILE = '(hidden: this file usually holds secrets)'
/** Text beyond this reaches nobody, and looking for secrets in it takes time. */
const MAX_READ_CHARS = 3 * AGENT_LIMITS.text
const MAX_CHANGES = 50
const MAX_DEPTH = 12

export function entriesOf(line: SplitLine): TranscriptEntry[] {
	if (line.isCut)
		return [{ byte: line.byte, kind: 'note', text: 'A line that is too long to show.' }]
	const record = readRecord(line)
	const entry = { byte: line.byte, ...(record.at === null ? {} : { at: record.at }) }
	try {
		return ofRecord(record, entry)
	} catch {
		// Values that are nested too deeply to be written down.
		return [{ ...entry, kind: 'note', text: 'A record that cannot be shown.' }]
	}
}

type Entry = Pick<TranscriptEntry, 'byte' | 'at'>

function ofRecord(record: TranscriptRecord, entry: Entry): TranscriptEntry[] {
	switch (record.kind) {
		case 'assistant':
			return record.blocks.flatMap((block) => ofBlock(block, entry))
		case 'prompt':
			return [{ ...entry, kind: 'prompt', text: readable(record.text) }]
		case 'results':
			return record.results.map(({ toolId, failed, content }) => ({
				...entry,
				kind: 'result',
				toolId,
				failed,
				text:
					record.path !== null && holdsSecrets(record.path)
						? HIDDEN_FILE
						: readable(contentText(content)),
			}))
		case 'cleared':
			return [{ ...entry, kind: 'note', text: 'The conversation before this was cleared.' }]
		case 'interrupted':
			return [{ ...entry, kind: 'note', text: 'Interrupted.' }]
		case 'turn-end':
			return [{ ...entry, kind: 'note', text: 'End of the turn.' }]
		case 'compacted':
			return [{ ...entry, kind: 'note', text: readable(record.text || 'Summarized.') }]
		case 'background-end':
			return [{ ...entry, kind: 'note', text: 'A background task has ended.' }]
		case 'aside':
		case 'progress':
		case 'title':
		case 'program':
		case 'usage':
		case 'ignored':
		case 'unknown':
		case 'damaged':
			return []
		default:
			return record satisfies never
	}
}

function ofBlock(block: AssistantBlock, entry: Entry): TranscriptEntry[] {
	switch (block.kind) {
		case 'text':
		case 'thinking':
			return block.text === '' ? [] : [{ ...entry, kind: block.kind, text: readable(block.text) }]
		case 'tool': {
			const { id, name, input } = block
			const changes = changesOf(name, input)
			const shown = namesSecretFile(input) ? withoutContents(input) : input
			return [
				{
					...entry,
					kind: 'tool',
					toolId: id,
					name: lineOf(withoutSecrets(cut(name, 400)), AGENT_LIMITS.line),
					text: toolText(name, input),
					input: readable(JSON.stringify(hidden(shown, 0))),
					...(changes.length === 0 ? {} : { changes }),
				},
			]
		}
		default:
			return block satisfies never
	}
}

type Change = NonNullable<(TranscriptEntry & { kind: 'tool' })['changes']>[number]

function changesOf(name: string, input: Fields): Change[] {
	const path = textOf(input['file_path']) ?? textOf(input['notebook_path'])
	if (path === null) return []
	const isSecret = holdsSecrets(path)
	const side = (value: unknown): string => (isSecret ? HIDDEN_FILE : readable(textOf(value) ?? ''))
	const line = lineOf(withoutSecrets(cut(path, 1_000)), AGENT_LIMITS.line)
	const edit = (one: Fields): Change => ({
		path: line,
		before: side(one['old_string']),
		after: side(one['new_string']),
	})
	switch (name) {
		case 'Edit':
			return [edit(input)]
		case 'MultiEdit':
			return listOf(input['edits'])
				.slice(0, MAX_CHANGES)
				.flatMap((one) => {
					const fields = fieldsOf(one)
					return fields ? [edit(fields)] : []
				})
		case 'Write':
			return [{ path: line, after: side(input['content']) }]
		case 'NotebookEdit':
			return [{ path: line, after: side(input['new_source']) }]
		default:
			return []
	}
}

/** Arguments that name a file, in Claude Code's tools and in those of MCP servers. */
const PATHS = ['file_path', 'notebook_path', 'path', 'file', 'filename']

/** Whether a call reads or writes a file that usually holds secrets, as its arguments say. */
export const namesSecretFile = (input: Fields): boolean =>
	PATHS.some((name) => holdsSecrets(textOf(input[name]) ?? ''))

const withoutContents = (input: Fields): Fields => ({
	...Object.fromEntries(PATHS.flatMap((name) => (name in input ? [[name, input[name]]] : []))),
	'…': HIDDEN_FILE,
})

/** Strings by themselves: in JSON, quotes and ends of lines are written so that a secret may not be found. */
function hidden(value: unknown, depth: number): unknown {
	if (depth > MAX_DEPTH) return '…'
	if (typeof value === 'string') return withoutSecrets(cut(value, MAX_READ_CHARS))
	if (Array.isArray(value)) return value.slice(0, 1_000).map((one) => hidden(one, depth + 1))
	const fields = fieldsOf(value)
	if (!fields) return value
	return Object.fromEntries(
		Object.entries(fields).map(([name, one]) => [name, hidden(one, depth + 1)]),
	)
}

/** The text as a person may see it, with a note of its length if it was cut. */
export function readable(text: string, length: number = AGENT_LIMITS.text): string {
	const shown = withoutSecrets(cut(text, MAX_READ_CHARS))
	if (text.length <= MAX_READ_CHARS && shown.length <= length) return shown
	const note = ` … (${text.length.toLocaleString('en-US')} characters)`
	return cut(shown, length - note.length) + note
}

function contentText(content: unknown): string {
	if (typeof content === 'string') return content
	return listOf(content)
		.map((part) => {
			const fields = fieldsOf(part)
			if (fields?.['type'] === 'text') return textOf(fields['text']) ?? ''
			return fields?.['type'] === 'image' ? '(a picture)' : ''
		})
		.filter((text) => text !== '')
		.join('\n')
}
