/** Makes the act of the form of a new agent. Pure. */
import {
	type AgentMode,
	TERMINAL_LIMITS,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'

type OpenAgent = Omit<Extract<ViewerTerminalAct, { act: 'open_agent' }>, 'editorKey' | 'size'>

export function openingOf(form: {
	readonly prompt: string
	readonly mode: AgentMode
	/** The name of another agent than Claude Code, as a person on the computer gave it; null for Claude Code. */
	readonly program: string | null
	readonly worktree: boolean
	/** One per line. */
	readonly folders: string
}): OpenAgent | { readonly issue: string } {
	const prompt = form.prompt.trim()
	const folders = form.folders
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
	const most = TERMINAL_LIMITS.folders
	if (folders.length > most) return { issue: `At most ${most} folders.` }
	return {
		act: 'open_agent',
		...(form.program === null ? { mode: form.mode } : { program: form.program }),
		...(prompt === '' ? {} : { prompt }),
		...(form.worktree ? { worktree: true } : {}),
		...(folders.length === 0 ? {} : { folders }),
	}
}
