/** A terminal's state in words. */
import type { Terminal, TerminalState } from '@fairlead/protocol/agents/terminals'
import { visible } from '@fairlead/protocol/view/visible'

export function stateWords(state: TerminalState): string {
	switch (state.kind) {
		case 'running':
			return 'Running'
		case 'exited':
			if (state.code === null) return 'Ended by a signal'
			return state.code === 0 ? 'Ended' : `Ended with code ${state.code}`
		case 'lost':
			return 'Ended with the relay'
		default:
			return state satisfies never
	}
}

/** Returns undefined if it has not ended. */
export function endSentence(state: TerminalState): string | undefined {
	switch (state.kind) {
		case 'running':
			return undefined
		case 'exited':
			return state.code === null
				? 'A signal ended the program.'
				: `The program ended with code ${state.code}.`
		case 'lost':
			return 'The relay was restarted, and the program ended with it.'
		default:
			return state satisfies never
	}
}

/** "Running", "Assets", "started by Anna". */
export const terminalFacts = ({ state, folder, startedBy }: Terminal): string[] => [
	stateWords(state),
	...(folder === '' ? [] : [visible(folder)]),
	`started by ${visible(startedBy)}`,
]

/** An agent's terminal has its title, which may not be known yet. */
export const terminalTitle = ({ title, agentId }: Terminal): string =>
	visible(title) || (agentId === undefined ? 'Shell' : 'Untitled session')
