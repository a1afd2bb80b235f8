/** The parts of the project that a view tells, one line for each file of notes, list of skills, or loaded skill. Pure. */
import type { ContextTold } from '@fairlead/protocol/conversations/context'
import { bag, text } from '@fairlead/protocol/wire/safe-read'
import type { ModelPart } from '../model/types.ts'
import { subjectOf, type Told } from './notices.ts'
import { partTokens } from './sizes.ts'

type ResultPart = Extract<ModelPart, { type: 'tool-result' }>

export const isLoadedSkill = ({ name, isError }: ResultPart): boolean =>
	name === 'load_skill' && !isError

/** Notices about the same thing are one line: the newest says what it is, and all of them take room. */
export function toldLines(parts: readonly ModelPart[]): ContextTold[] {
	const lines = new Map<string, ContextTold>()
	const asked = new Map<string, string>()
	const add = (subject: string, line: Omit<ContextTold, 'tokens'>, part: ModelPart): void => {
		const tokens = (lines.get(subject)?.tokens ?? 0) + partTokens(part)
		lines.set(subject, { ...line, tokens })
	}
	for (const part of parts) {
		if (part.type === 'text' && part.told) add(subjectOf(part.told), lineOf(part.told), part)
		else if (part.type === 'tool-call' && part.name === 'load_skill') {
			asked.set(part.callId, text(bag(part.input)['name']) ?? '')
		} else if (part.type === 'tool-result' && isLoadedSkill(part)) {
			const name = asked.get(part.callId) ?? ''
			add(`loaded ${name}`, { kind: 'loaded_skill', names: [name] }, part)
		}
	}
	return [...lines.values()]
}

function lineOf(told: Told): Omit<ContextTold, 'tokens'> {
	switch (told.kind) {
		case 'note': {
			const kind = told.gone ? 'lost_note' : told.bytes === 0 ? 'unread_note' : 'note'
			return { kind, names: [told.path] }
		}
		case 'skills':
		case 'account_skills':
			return { kind: told.kind, names: [...told.names] }
		case 'open':
			return { kind: 'open', names: [told.name] }
		case 'editor':
			return { kind: 'state', names: [] }
		default:
			return told satisfies never
	}
}
