/**
 * The findings of `fairlead doctor` about a machine, in the order in which it is shown. The terminal and
 * the page render the same list.
 */
import * as z from 'zod/mini'

/** Each check, with the title it is shown under. */
export const CHECKS = {
	node: 'Node',
	home: 'Home folder',
	disk: 'Free space',
	token_file: 'Token file',
	relay: 'Relay',
	port: 'Port',
	wsl: 'WSL and Windows',
	proxy: 'Proxy',
	server: 'Server',
	clock: 'Clock',
	version: 'Version',
	pairing: 'Pairing',
	link: 'Link',
	editor: 'Editor',
	package: 'Package',
	round_trip: 'Round trip',
	mcp_server: 'MCP server',
} as const
export type CheckName = keyof typeof CHECKS
const NAMES = Object.keys(CHECKS) as CheckName[]

/**
 * ok · warning: it works, with a drawback · failed: something does not work until it is fixed ·
 * skipped: could not be checked now, for the reason given
 */
export const CheckStatus = z.enum(['ok', 'warning', 'failed', 'skipped'])
export type CheckStatus = z.infer<typeof CheckStatus>

export const Check = z.object({
	name: z.enum(NAMES as [CheckName, ...CheckName[]]),
	/** The server, project or editor it is about; null: the whole machine. */
	subject: z.nullable(z.string().check(z.maxLength(300))),
	status: CheckStatus,
	/** One or two sentences. */
	found: z.string().check(z.maxLength(600)),
	/** The remedy; null unless something is wrong. */
	fix: z.nullable(z.string().check(z.maxLength(600))),
})
export type Check = z.infer<typeof Check>

export const MAX_CHECKS = 400

export const Diagnosis = z.object({
	/** Unix milliseconds, by that machine's clock. */
	at: z.int(),
	version: z.string().check(z.maxLength(64)),
	nodeVersion: z.string().check(z.maxLength(64)),
	platform: z.string().check(z.maxLength(64)),
	checks: z.array(Check).check(z.maxLength(MAX_CHECKS)),
})
export type Diagnosis = z.infer<typeof Diagnosis>

/** Sorted as they are shown; what is too long is cut. */
export function inOrder(checks: readonly Check[]): Check[] {
	return [...checks]
		.sort((a, b) => NAMES.indexOf(a.name) - NAMES.indexOf(b.name))
		.slice(0, MAX_CHECKS)
}

/** "2 problems, 1 warning", or that everything works. */
export function verdictOf(checks: readonly Check[]): string {
	const count = (status: CheckStatus): number =>
		checks.filter((check) => check.status === status).length
	const counted = (n: number, word: string): string[] =>
		n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]
	const parts = [...counted(count('failed'), 'problem'), ...counted(count('warning'), 'warning')]
	return parts.length === 0 ? 'Everything that was checked works.' : `${parts.join(', ')}.`
}
