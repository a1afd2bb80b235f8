/** Words about MCP servers. */
import type {
	MCP_SIGN_IN_PROBLEMS,
	McpServerState,
	McpServerTool,
	ServerRisk,
} from '@fairlead/protocol/projects/mcp-servers'

export const RISKS: readonly { readonly risk: ServerRisk; readonly means: string }[] = [
	{ risk: 'read', means: 'Only reads: never asks' },
	{ risk: 'write', means: 'Changes: asks by mode' },
	{ risk: 'destructive', means: 'Cannot be undone: always asks' },
]

export const STATES: Readonly<Record<McpServerState, string>> = {
	new: 'Not reached yet',
	ready: 'Connected',
	sign_in: 'Sign-in needed',
	failed: 'Not working',
}

export const SAYS: Readonly<Record<NonNullable<McpServerTool['hint']>, string>> = {
	read: 'The server says that it only reads.',
	destructive: 'The server says that it may destroy something.',
}

const PROBLEMS: Readonly<Record<(typeof MCP_SIGN_IN_PROBLEMS)[number], string>> = {
	stale: 'The sign-in took too long, or was begun in another browser. Sign in again.',
	denied: 'The server was not allowed to let Fairlead in. Sign in again to allow it.',
	failed: 'The sign-in did not work. Try again, or ask the people who run the server.',
}

/** Returns null if the address names none. */
export const problemIn = (query: URLSearchParams): string | null => {
	const problem = query.get('problem') ?? ''
	return Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem as keyof typeof PROBLEMS] : null
}
