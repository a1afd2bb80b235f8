/** The act of a tool, in a line for people: secrets hidden, and cut. Pure. */
import { AGENT_LIMITS } from '@fairlead/protocol/agents/agents'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { cut, type Fields, fieldsOf, lineOf, listOf, textOf } from '../transcripts/fields.ts'

const COMMAND_CHARS = 30
const SUBTASK_CHARS = 40
/** Looking for secrets in more than reaches a line is wasted. */
const MAX_READ_CHARS = 2_000

/** Text of a transcript for a card. */
export const shown = (text: string, length: number = AGENT_LIMITS.line): string =>
	lineOf(withoutSecrets(cut(text, MAX_READ_CHARS)), length)

export function toolText(name: string, input: Fields): string {
	switch (name) {
		case 'Read':
			return ofFile('Reading', input)
		case 'Edit':
		case 'MultiEdit':
			return ofFile('Editing', input)
		case 'Write':
			return ofFile('Writing', input)
		case 'Bash':
		case 'PowerShell':
			return `Running: ${shown(textOf(input['command']) ?? '', COMMAND_CHARS + 1)}`
		case 'Glob':
			return 'Searching files'
		case 'Grep':
			return 'Searching code'
		case 'WebFetch':
			return 'Fetching web content'
		case 'WebSearch':
			return 'Searching the web'
		case 'Task':
		case 'Agent':
			return `Subtask: ${shown(textOf(input['description']) ?? '', SUBTASK_CHARS + 1)}`.trim()
		case 'AskUserQuestion':
			return 'Waiting for your answer'
		case 'EnterPlanMode':
		case 'ExitPlanMode':
			return 'Planning'
		case 'NotebookEdit':
			return 'Editing notebook'
		default:
			return `Using ${shown(name, 100)}`
	}
}

const ofFile = (verb: string, input: Fields): string => {
	const name = (textOf(input['file_path']) ?? '').split(/[\\/]/).at(-1) ?? ''
	return `${verb} ${shown(name, 100)}`.trim()
}

/** The question of `AskUserQuestion`. */
export function questionText(input: Fields): string {
	const questions = listOf(input['questions']).flatMap(
		(one) => textOf(fieldsOf(one)?.['question']) ?? [],
	)
	return shown(questions.join(' · ')) || 'Waiting for your answer'
}

/** It begins another agent. */
export const isAgentTool = (name: string): boolean => name === 'Task' || name === 'Agent'
