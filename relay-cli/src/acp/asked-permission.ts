/** All that an agent of the Agent Client Protocol asks for, for the person who decides: nothing is cut, and only secrets are hidden. */
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { type AskedText, askedText, shownOf, whole } from '../agents/permissions/asked-text.ts'
import { fieldsOf, lineOf } from '../agents/transcripts/fields.ts'
import { contentText, diffsOf, type FileDiff, namedTool, type ToolCall } from './tool-call.ts'

export interface AskedPermission extends AskedText {
	/** The tool's name, for people and for the rules of what is always allowed. */
	readonly tool: string
}

const MAX_TOOL = 200

/** @returns null: it cannot be shown whole, or says nothing */
export async function askedPermission(
	call: ToolCall,
	cwd: string,
): Promise<AskedPermission | null> {
	const diffs = diffsOf(call)
	const input = fieldsOf(call.input)
	const command = input?.['command']
	if (call.kind === 'execute' && input && typeof command === 'string' && diffs.length === 0)
		return named('Bash', await askedText('Bash', input, cwd))
	if (diffs.length > 0 && call.kind !== 'execute') {
		const patches = await Promise.all(diffs.map((diff) => patchOf(diff, cwd)))
		if (patches.includes(null)) return null
		const [first] = diffs
		const path = diffs.length === 1 ? patches[0]?.path : undefined
		const asked: AskedText = {
			text: patches.map((one) => one?.text ?? '').join('\n'),
			language: 'diff',
			...(path === undefined ? {} : { path }),
		}
		return named(diffs.length === 1 && first?.before === null ? 'Write' : 'Edit', whole(asked))
	}
	const text = shownOf(call, allOf)
	return named(toolOf(call), text === null ? null : whole({ text, language: '' }))
}

const toolOf = (call: ToolCall): string => {
	switch (call.kind) {
		case 'execute':
			return 'Bash'
		case 'fetch':
			return 'WebFetch'
		default:
			return lineOf(withoutSecrets(namedTool(call).name), MAX_TOOL) || 'a tool'
	}
}

const named = (tool: string, asked: AskedText | null): AskedPermission | null =>
	asked && { ...asked, tool }

function patchOf({ path, before, after }: FileDiff, cwd: string): Promise<AskedText | null> {
	return before === null
		? askedText('Write', { file_path: path, content: after }, cwd)
		: askedText('Edit', { file_path: path, old_string: before, new_string: after }, cwd)
}

/** The address alone of a fetch; everything that was told of any other. */
function allOf(call: ToolCall): string {
	const { url, ...more } = fieldsOf(call.input) ?? {}
	if (call.kind === 'fetch' && typeof url === 'string' && Object.keys(more).length === 0) return url
	const hasInput =
		call.input !== undefined && call.input !== null && JSON.stringify(call.input) !== '{}'
	const said = call.content.map((one) => contentText(fieldsOf(fieldsOf(one)?.['content'])))
	const diffs = diffsOf(call).map((diff) => JSON.stringify(diff, null, 2))
	const parts = [
		call.title,
		hasInput ? JSON.stringify(call.input, null, 2) : '',
		...(hasInput ? [] : call.paths),
		...said,
		...diffs,
	]
	return [...new Set(parts.filter((part) => part.trim() !== ''))].join('\n\n')
}
