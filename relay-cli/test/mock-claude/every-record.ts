/** A corpus of transcript lines: each kind of record that is known, in each of its forms, in an order in which they may come. */
import type { Records } from './records.ts'

const picture = {
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' },
}

/** Short, since every byte of it is a place where the file may end for a moment. */
export const everyRecord = (records: Records): string[] => [
	...beginning(records),
	...turn(records),
	...agents(records),
	...ending(records),
]

function beginning(records: Records): string[] {
	return [
		records.record('system', { subtype: 'init', program: 'Gemini' }),
		records.clear(),
		records.meta('mode', { mode: 'normal' }),
		records.meta('permission-mode', { permissionMode: 'default' }),
		records.meta('file-history-snapshot', { messageId: 'm', snapshot: {} }),
		records.meta('file-history-delta', { messageId: 'm', delta: {} }),
		records.meta('agent-name', { agentName: 'door' }),
		records.meta('agent-color', { agentColor: 'blue' }),
		records.meta('agent-setting', { agentSetting: 'x' }),
		records.meta('relocated', { cwd: '/w' }),
		records.meta('worktree-state', { worktreeSession: null }),
		records.meta('queue-operation', { operation: 'dequeue' }),
		records.prompt('Caveat: the messages below were made by local commands', { isMeta: true }),
		records.prompt('<local-command-stdout>ok</local-command-stdout>'),
		records.prompt('<bash-input>ls</bash-input>'),
		records.prompt('<system-reminder>x</system-reminder>'),
		records.prompt(
			'<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>die Tür</command-args>',
		),
		records.text('I begin.'),
		records.interrupted(),
	]
}

function turn(records: Records): string[] {
	const message = records.newMessage()
	return [
		records.prompt('Größe der Tür: ändere „door.ts“ — bitte 🚪'),
		records.meta('last-prompt', { lastPrompt: 'x' }),
		records.record('attachment', { attachment: { type: 'todo_reminder', content: [] } }),
		records.thinking('Where is the door? 🤔'),
		records.text('I look for it.', {}, message),
		records.tool('toolu_1', 'Grep', { pattern: 'door' }, {}, message),
		records.tool('toolu_2', 'Read', { file_path: '/w/src/door.ts' }, {}, message),
		records.result('toolu_1', 'src/door.ts'),
		records.result('toolu_2', [{ type: 'text', text: '1→const width = 3' }, picture]),
		records.tool('toolu_3', 'Edit', {
			file_path: '/w/src/door.ts',
			old_string: 'const width = 3',
			new_string: 'const width = 4 // ü',
		}),
		records.result('toolu_3', 'The file was updated.'),
		records.meta('attribution-snapshot', { fileStates: {} }),
		records.tool('toolu_4', 'Bash', { command: 'npm test', description: 'Run the tests' }),
		records.progress('toolu_4'),
		records.record('progress', { data: { type: 'hook_progress', hookEvent: 'PostToolUse' } }),
		records.result('toolu_4', 'Error: 1 failed', {}, true),
		records.tool('toolu_5', 'mcp__doors__open', { wide: true }),
		records.progress('toolu_5', 'mcp_progress'),
		records.result('toolu_5', [picture]),
		records.meta('content-replacement', { replacements: [] }),
		records.assistant({
			type: 'server_tool_use',
			id: 'srvtoolu_1',
			name: 'web_search',
			input: { query: 'Türen' },
		}),
		records.assistant({
			type: 'web_search_tool_result',
			tool_use_id: 'srvtoolu_1',
			content: [],
		}),
	]
}

function agents(records: Records): string[] {
	return [
		records.tool('toolu_6', 'Agent', { description: 'Find the tests', prompt: 'Find them' }),
		records.record('progress', {
			data: { type: 'agent_progress', agentId: 'a1' },
			parentToolUseID: 'toolu_6',
		}),
		records.record('assistant', {
			isSidechain: true,
			message: { id: 'side', content: 'Here.', usage: { output_tokens: 1 } },
		}),
		records.agentResult('toolu_6', 'a1', 'completed'),
		records.tool('toolu_7', 'Agent', { description: 'Paint the door', prompt: 'Paint it' }),
		records.agentResult('toolu_7', 'a2', 'async_launched'),
		records.meta('task-summary', { summary: 'Painting' }),
		records.backgroundEnded('toolu_7', 'a2'),
		records.prompt('<task-notification><task-id>a2</task-id></task-notification>'),
		records.prompt('<teammate-message teammate_id="painter">Done.</teammate-message>', {
			teamName: 'doors',
			agentName: 'lead',
		}),
	]
}

function ending(records: Records): string[] {
	return [
		records.record('system', { subtype: 'stop_hook_summary', hookCount: 1 }),
		records.record('system', { subtype: 'api_error', error: { status: 529 } }),
		records.failed('API Error: 529 — überlastet'),
		...records.compacted(),
		records.prompt([picture, { type: 'text', text: 'As in this picture' }]),
		records.record('system', { subtype: 'usage', used: 1_200, size: 200_000, cost: 0.5 }),
		records.meta('summary', { summary: 'Doors', leafUuid: 'x' }),
		records.meta('ai-title', { aiTitle: 'Doors' }),
		records.meta('custom-title', { customTitle: 'The door' }),
		records.meta('tag', { tag: 'door' }),
		records.meta('pr-link', { prNumber: 1 }),
		records.meta('speculation-accept', { timeSavedMs: 1 }),
		records.meta('cost-state', { cost: 0.5 }),
		records.meta('brand-new', { door: '🚪' }),
		// Its writer was killed.
		'{"type":"assistant","message":{"content":[{"type":"text","text":"Tü',
		records.text('The door is wider now: 4 statt 3 ✓'),
		records.turnEnd(),
		records.meta('last-prompt', { lastPrompt: 'x' }),
	]
}
